// Tells a page that something changed. One stream for all tabs of a browser; without it, polling.
// A page names its topic in <body data-live="event:…">. This script then fires on the body:
//   live:ping    detail: what changed, e.g. {name: "match", match: 7, version: 12}
//   live:resync  fetch everything again: on connecting, and every ten seconds while there is no stream
// Whoever fetches fires live:fetched with {ok: true | false}; htmx requests are counted by themselves.
const POLL = 10_000;
const topic = document.body.dataset.live;
const status = document.getElementById("live");
let streaming = false;
let polling = 0;

const fire = (name, detail) => document.body.dispatchEvent(new CustomEvent(name, { detail }));

function say(fresh) {
  if (!status?.dataset.fresh) return;
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: status.dataset.zone, timeStyle: "medium" });
  if (fresh) status.dataset.at = clock.format(new Date());
  const since = status.dataset.at ?? clock.format(performance.timeOrigin);
  status.classList.toggle("live-old", !fresh);
  status.textContent = (fresh ? status.dataset.fresh : status.dataset.stale).replace("%time%", since);
}

function hear({ name, detail }) {
  if (name === "up" || name === "down") {
    streaming = name === "up";
    clearInterval(polling);
    if (!streaming) polling = setInterval(() => fire("live:resync"), POLL);
  } else fire(`live:${name}`, detail);
}

// The stream itself. Only one tab holds it; the others hear it through the channel.
function open(tell) {
  const stream = new EventSource(`/live/${topic}`);
  stream.addEventListener("open", () => tell({ name: "up" }));
  stream.addEventListener("ping", (event) => tell({ name: "ping", detail: JSON.parse(event.data) }));
  stream.addEventListener("resync", () => tell({ name: "resync" }));
  stream.addEventListener("error", () => {
    tell({ name: "down" });
    // A browser gives up for good after an answer that is no stream; we do not.
    if (stream.readyState === EventSource.CLOSED) setTimeout(() => open(tell), POLL);
  });
  addEventListener("pagehide", () => stream.close());
  // Back from the browser's own cache of pages: the stream is closed and the page is old.
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}

function share() {
  const channel = new BroadcastChannel(`live:${topic}`);
  let leading = false;
  channel.onmessage = ({ data }) => {
    // What happened between this page's making and its listening is not known to this tab.
    if (data.name === "up" && !streaming) fire("live:resync");
    if (data.name !== "ask") hear(data);
    else if (leading) channel.postMessage({ name: streaming ? "up" : "down" });
  };
  channel.postMessage({ name: "ask" });
  // Held until this tab closes; then the next tab in line takes over.
  navigator.locks.request(`live:${topic}`, () => new Promise(() => {
    leading = true;
    open((news) => { hear(news); channel.postMessage(news); });
  }));
}

if (topic) {
  hear({ name: "down" });
  document.body.addEventListener("live:fetched", ({ detail }) => say(detail.ok));
  document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.requestConfig.verb === "get") say(detail.successful);
  });
  // Locks and channels need a secure context; a plain address in the hall has neither.
  if (navigator.locks && "BroadcastChannel" in window) share();
  else open(hear);
}
