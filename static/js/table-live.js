// Keeps a table's page up to date. It asks with the stamp of the state it shows; a form that is
// half filled in is left alone, and a sentence says that the table has moved on.
const body = document.body;
let asking = false;
let missed = false;

const changed = (field) =>
  field.type === "radio" ? field.checked !== field.defaultChecked
  : field instanceof HTMLSelectElement ? [...field.options].some((it) => it.selected !== it.defaultSelected)
  : false;

function sheetInHand(table) {
  const forms = [...table.querySelectorAll("form[data-send]")];
  const form = forms.find((it) => it.dataset.waiting || [...it.elements].some(changed));
  return form && (form.dataset.sheet ?? "");
}

async function look() {
  if (asking) return (missed = true);
  asking = true;
  missed = false;
  const table = document.getElementById("table");
  const address = new URL(table.dataset.part, location.href);
  const sheet = sheetInHand(table);
  address.searchParams.set("seen", table.dataset.stamp);
  if (sheet !== undefined) address.searchParams.set("typing", sheet);
  try {
    const answer = await fetch(address, { headers: { "HX-Request": "true" } });
    tell(answer.ok);
    if (answer.status === 404) location.reload();
    if (answer.status === 200) show(await answer.text(), table, sheet !== undefined);
  } catch {
    tell(false);
  } finally {
    asking = false;
    if (missed) look();
  }
}

const tell = (ok) => body.dispatchEvent(new CustomEvent("live:fetched", { detail: { ok } }));

// Between asking and answering somebody may have tapped a key, or sent the form.
function show(html, table, typing) {
  if (document.getElementById("table") !== table) return;
  if (typing) document.getElementById("news").innerHTML = html;
  else if (sheetInHand(table) !== undefined) missed = true;
  else htmx.swap(table, html, { swapStyle: "outerHTML" });
}

body.addEventListener("live:ping", ({ detail }) => {
  const mine = document.getElementById("table").dataset.match;
  if (!mine || detail.name !== "bids" || String(detail.match) === mine) look();
});
body.addEventListener("live:resync", look);
