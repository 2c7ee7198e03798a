// Keeps the bracket up to date: one match at a ping, all of it after a pause.
const bracket = document.getElementById("bracket");
const seen = new Map(); // match -> the newest version heard of
let busy = false; // all of it is being fetched
let again = false; // and something happened meanwhile

// Without a network the answer is none: the status line says so, and the next poll tries again.
async function page(address, headers = {}) {
  const answer = await fetch(address, { headers }).catch(() => null);
  const ok = Boolean(answer?.ok || answer?.status === 304);
  document.body.dispatchEvent(new CustomEvent("live:fetched", { detail: { ok } }));
  if (answer?.ok && headers["If-None-Match"]) bracket.dataset.seal = answer.headers.get("ETag");
  return new DOMParser().parseFromString(answer?.ok ? await answer.text() : "", "text/html");
}

function putMatch(next) {
  const old = document.getElementById(next.id);
  if (!old || old.isEqualNode(next)) return;
  const focused = old.contains(document.activeElement);
  const before = old.querySelectorAll(".p, .g");
  // A score that changed fades once from the soft marker.
  next.querySelectorAll(".p, .g").forEach((score, i) => {
    score.classList.toggle("fresh", i in before && before[i].textContent !== score.textContent);
  });
  old.replaceWith(next);
  if (focused) next.querySelector("a")?.focus({ preventScroll: true });
  const small = next.closest(".round")?.querySelector("h2 small");
  if (!small) return;
  const left = next.parentElement.querySelectorAll("li:not([data-state=finished])").length;
  small.textContent = left ? small.dataset.left.replace("%left%", left) : small.dataset.done;
}

// Match by match, so that neither focus nor selection nor the round one looks at is lost.
function putBlock(next) {
  const old = document.getElementById(next.id);
  const matches = [...next.querySelectorAll("li[id]")];
  if (!old) return;
  if (matches.length && matches.every((match) => document.getElementById(match.id))) matches.forEach(putMatch);
  else if (!old.isEqualNode(next)) old.replaceChildren(...next.childNodes);
}

function turnTo(round) {
  for (const part of bracket.querySelectorAll("[data-round]")) {
    part.classList.toggle("is-cur", part.dataset.round === round);
    part.querySelector(".rounds a")?.toggleAttribute("aria-current", part.dataset.round === round);
  }
}

async function everything() {
  again = busy;
  if (busy) return;
  busy = true;
  const next = await page(bracket.dataset.part, { "If-None-Match": bracket.dataset.seal });
  const current = next.querySelector(".is-cur")?.dataset.round;
  next.querySelectorAll("body > [id]").forEach(putBlock);
  if (current) turnTo(current);
  busy = false;
  if (again) await everything();
}

async function one({ match, version }) {
  const slip = document.getElementById(`match-${match}`);
  if (!slip || (seen.get(match) ?? 0) >= version) return;
  seen.set(match, version);
  // On the way of the pair one follows, the lines and the first sentence change as well.
  if (busy || slip.className) return everything();
  const next = await page(`${slip.dataset.card}?v=${version}`);
  if (seen.get(match) === version) next.querySelectorAll("li[id]").forEach(putMatch);
}

if (bracket) {
  document.body.addEventListener("live:resync", everything);
  document.body.addEventListener("live:ping", ({ detail }) => {
    if (detail.name === "match") one(detail);
    if (detail.name === "event") everything();
  });
}
