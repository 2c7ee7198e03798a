"""The addresses of the desk. Those that show or correct hands are in ``scoring.desk_urls``."""

from django.urls import URLPattern, URLResolver, include, path

from tournament.views import (
    desk_bracket,
    desk_conduct,
    desk_draw,
    desk_entries,
    desk_hall,
    desk_import,
    desk_log,
    desk_matches,
    desk_no_shows,
    desk_people,
    desk_results,
    desk_reveal,
    desk_rounds,
    desk_rules,
    desk_seeds,
    desk_setup,
    desk_singles,
    desk_steps,
    desk_tables,
)

app_name = "desk"
Addresses = list[URLPattern | URLResolver]

entries: Addresses = [
    path("", desk_entries.roll, name="entries"),
    path("new/", desk_entries.new_entry, name="new-entry"),
    path("new-single/", desk_entries.new_single, name="new-single"),
    path("singles/", desk_singles.singles, name="singles"),
    path("singles/pair/", desk_singles.pair, name="pair-singles"),
    path("singles/close/", desk_singles.close, name="close-singles"),
    path("singles/lot/", desk_singles.lot, name="lot"),
    path("seeds/", desk_seeds.seeds, name="seeds"),
    path("import/", desk_import.upload, name="import"),
    path("import/confirm/", desk_import.confirm, name="import-confirm"),
    path("<int:entry>/check-in/", desk_entries.check_in, name="check-in"),
    path("<int:entry>/undo-check-in/", desk_entries.undo_check_in, name="undo-check-in"),
    path("<int:entry>/withdraw/", desk_entries.withdraw, name="withdraw"),
    path("<int:entry>/substitute/", desk_people.substitute, name="substitute"),
    path("<int:entry>/reserve/", desk_people.reserve, name="reserve"),
    path("withdraw/", desk_people.withdraw_several, name="withdraw-several"),
]
matches: Addresses = [
    path("", desk_matches.matches, name="matches"),
    path("<int:number>/", desk_matches.match, name="match"),
    path("<int:number>/call/", desk_matches.call, name="call-match"),
    path("<int:number>/uncall/", desk_matches.uncall, name="uncall"),
    path("<int:number>/wait/", desk_no_shows.wait, name="wait"),
    path("<int:number>/here/<slug:who>/", desk_no_shows.here, name="here"),
    path("<int:number>/result/", desk_results.correct, name="result"),
    path("<int:number>/<slug:key>/<slug:who>/", desk_matches.end, name="end"),
]
tables: Addresses = [
    path("", desk_hall.hall, name="hall"),
    path("slips/", desk_hall.slips, name="slips"),
    path("new/", desk_hall.new_table, name="new-table"),
    path("<int:number>/state/", desk_hall.table_state, name="table-state"),
    path("<int:number>/new-link/", desk_hall.revoke, name="revoke"),
]
event: Addresses = [
    path("", desk_tables.tables, name="tables"),
    path("part/", desk_tables.tables_part, name="tables-part"),
    path("late/", desk_no_shows.late, name="late"),
    path("late/walkovers/", desk_no_shows.walkovers, name="walkovers"),
    path("call/", desk_tables.call, name="call"),
    path("auto-call/", desk_tables.auto_call, name="auto-call"),
    path("setup/", desk_setup.setup, name="setup"),
    path("rules/", desk_rules.rules, name="rules"),
    path("rules/rounds/", desk_rounds.rounds, name="rounds"),
    path("rules/rounds/<int:to_go>/", desk_rounds.change_round, name="change-round"),
    path("steps/<slug:key>/", desk_steps.step, name="step"),
    path("draw/", desk_draw.draw, name="draw"),
    path("draw/close/", desk_draw.freeze, name="freeze"),
    path("draw/make/", desk_draw.make, name="make-draw"),
    path("draw/begin/", desk_reveal.begin, name="begin-reveal"),
    path("draw/next/", desk_reveal.step, name="reveal-next"),
    path("draw/rest/", desk_reveal.rest, name="reveal-rest"),
    path("draw/aside/", desk_reveal.aside, name="set-aside"),
    path("draw/again/", desk_reveal.again, name="redraw"),
    path("draw/options/", desk_seeds.options, name="draw-options"),
    path("bracket/", desk_bracket.bracket, name="bracket"),
    path("bracket/part/", desk_bracket.part, name="bracket-part"),
    path("bracket/<int:number>/card/", desk_bracket.card, name="bracket-card"),
    path("conduct/", desk_conduct.incidents, name="incidents"),
    path("conduct/new/", desk_conduct.new_incident, name="new-incident"),
    path("log/", desk_log.log, name="log"),
    path("letters/", desk_log.letters, name="letters"),
    path("letters/<int:letter>/resend/", desk_log.resend, name="resend"),
    path("entries/", include(entries)),
    path("matches/", include(matches)),
    path("tables/", include(tables)),
]
urlpatterns = [
    path("", desk_setup.home, name="home"),
    path("clubs/<slug:club>/new/", desk_setup.new_event, name="new-event"),
    path("e/<slug:slug>/", include(event)),
]
