// Sends again what did not arrive, with the same entry key, until it does. Nothing is typed twice:
// the form is held still meanwhile, and the plate says so. Sent twice, a bid or a hand is one.
const WAITS = [1, 2, 4, 8, 15];
const DOWN = [0, 429, 502, 503, 504];
let waiting = null;

const isEntry = (element) => element instanceof HTMLFormElement && "send" in element.dataset;

function say(kind) {
  const plate = document.getElementById("sent");
  plate.className = "plate-wait";
  plate.textContent = plate.dataset[kind];
}

function again() {
  if (!waiting) return;
  const { form, path, values } = waiting;
  clearTimeout(waiting.timer);
  waiting.sending = true;
  const target = document.getElementById("table");
  htmx.ajax("post", path, { source: form, target, swap: "outerHTML", values });
}

function hold({ elt, requestConfig }) {
  const tries = waiting?.tries ?? 0;
  clearTimeout(waiting?.timer);
  waiting = {
    form: elt,
    path: requestConfig.path,
    values: waiting?.values ?? Object.fromEntries(requestConfig.formData ?? requestConfig.parameters),
    tries: tries + 1,
    sending: false,
    timer: setTimeout(again, 1000 * WAITS[Math.min(tries, WAITS.length - 1)]),
  };
  elt.inert = true;
  elt.dataset.waiting = "1";
  say("waiting");
}

const body = document.body;
for (const lost of ["htmx:sendError", "htmx:timeout"]) {
  body.addEventListener(lost, ({ detail }) => isEntry(detail.elt) && hold(detail));
}
body.addEventListener("htmx:responseError", ({ detail }) => {
  if (!isEntry(detail.elt)) return;
  if (DOWN.includes(detail.xhr.status)) return hold(detail);
  waiting = null;
  say("refused");
});
// While one entry is on its way, no other may overtake it.
body.addEventListener("htmx:beforeRequest", (event) => {
  if (isEntry(event.detail.elt) && waiting && !waiting.sending) event.preventDefault();
});
addEventListener("online", again);

// A new state of the table: nothing waits any more, the first fault is in sight, and the keyboard
// is where it was.
body.addEventListener("htmx:afterSwap", ({ detail }) => {
  if ((detail.target ?? detail.elt)?.id !== "table") return;
  waiting = null;
  document.querySelector("#entry .err")?.scrollIntoView({ block: "center" });
  const entry = document.getElementById("entry");
  if (document.activeElement !== body || !entry) return;
  entry.tabIndex = -1;
  entry.focus({ preventScroll: true });
});
