// Draws again on this device, from the facts that came with the page, as docs/draw.md says; no network.
const FULL = { "spadework-draw-threes-1": 3, "spadework-draw-fours-1": 4 };
const utf8 = (text) => new TextEncoder().encode(text);
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (two) => parseInt(two, 16));
const number = (value, size) => unhex(value.toString(16).padStart(2 * size, "0"));
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const frame = (...parts) => joined(...parts.flatMap((part) => [number(part.length, 4), part]));
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
const sha = async (data) => hex(await crypto.subtle.digest("SHA-256", data));
const nameHash = async ({ salt, name }) => sha(frame(unhex(salt), utf8(name.normalize("NFC"))));
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
const swap = (list, one, other) => { [list[one], list[other]] = [list[other], list[one]]; };
async function wordsFrom(seed, blocks) {
  const words = [], kind = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", unhex(seed), kind, false, ["sign"]);
  for (let count = 0; count < blocks; count += 1) {
    const message = joined(frame(utf8("spadework-stream-1")), number(count, 8));
    const block = new DataView(await crypto.subtle.sign("HMAC", key, message));
    for (let at = 0; at < 32; at += 4) words.push(block.getUint32(at));
  }
  return words;
}
function below(words, count, word = words.shift()) {
  return word < Math.floor(2 ** 32 / count) * count ? word % count : below(words, count);
}
function shuffled(items, words) {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) swap(order, last, below(words, last + 1));
  return order;
}
function spreadByes(places, byes, words) {
  if (places === 2) return [byes];
  const upper = Math.floor(byes / 2) + (byes % 2 ? 1 - below(words, 2) : 0);
  return [upper, byes - upper].flatMap((part) => spreadByes(places / 2, part, words));
}
function spreadOver(room, count, full, words) {
  if (room.length === 1 || count === 0) return room.map(() => count);
  let cuts = room.length;
  while (cuts % full === 0 && cuts > full) cuts /= full;
  const size = room.length / cuts, got = Array(cuts).fill(0);
  const parts = got.map((_, at) => room.slice(at * size, (at + 1) * size));
  const order = shuffled(parts.keys(), words);
  for (let turn = 0; sum(got) < count; turn = (turn + 1) % cuts) {
    if (got[order[turn]] < sum(parts[order[turn]])) got[order[turn]] += 1;
  }
  return parts.flatMap((part, at) => spreadOver(part, got[at], full, words));
}
function firstRound(n, full) { // how many tables are not full, how many byes, how many positions
  const sizes = [...Array(12).keys()].flatMap((power) => [full ** power, 3 * full ** power]);
  const goal = Math.max(...sizes.filter((size) => size > 2 && size <= n && (full === 3 || size !== n - 1)));
  const out = n - goal;
  if (out === 0 || (full === 3 && out === 1)) return [n === 3 && full === 4 ? 1 : out, 0, Math.max(1, goal / full)];
  const odd = [0, 1, 2].find((tables) => (out - (6 - full) * tables) % (full - 1) === 0);
  return [odd, goal - odd - (out - (6 - full) * odd) / (full - 1), goal];
}
function atTables(ids, full, words) {
  const [odd, byes, positions] = firstRound(ids.length, full);
  const bye = spreadOver(Array(positions).fill(1), byes, full, words);
  const other = spreadOver(bye.map((one) => 1 - one), odd, full, words);
  const order = shuffled(ids, words), left = [...order];
  return { order, tables: bye.map((one, at) => left.splice(0, one ? 1 : other[at] ? 7 - full : full)) };
}
function inMatches(ids, entries, options, words) {
  let ranks = [1];
  const foldTo = (size) => ranks.flatMap((rank, at) => (at % 2 ? [size + 1 - rank, rank] : [rank, size + 1 - rank]));
  while (2 * ranks.length < ids.length) ranks = foldTo(2 * ranks.length);
  const places = 2 * ranks.length, empty = places - ids.length;
  const bye = options.byes === "seeded" ? ranks.map((rank) => rank <= empty) : spreadByes(places, empty, words);
  const seeds = entries.filter((entry) => entry.seed).sort((a, b) => a.seed - b.seed).map((entry) => entry.id);
  const rest = shuffled(ids.filter((id) => !seeds.includes(id)), words), left = [...rest];
  const slots = ranks.flatMap((rank) => [rank, places + 1 - rank]).map((seed, at) => (
    at % 2 && bye[(at - 1) / 2] ? null : seeds[seed - 1] ?? left.shift()));
  const group = Object.fromEntries(entries.map((entry) => [entry.id, entry.group]));
  const clash = (at) => Boolean(group[slots[at]]) && group[slots[at]] === group[slots[at ^ 1]];
  const free = (at) => slots[at] && !seeds.includes(slots[at]);
  const helps = (low, at) => { swap(slots, low, at); return !clash(low) && !clash(at) || swap(slots, low, at); };
  for (let low = 1; options.apart && low < places; low += 2) {
    if (!clash(low) || !free(low)) continue;
    const turn = slots.map((_, step) => (low + 1 + step) % places).filter((at) => at !== low && free(at));
    turn.sort((one, other) => !slots[one ^ 1] - !slots[other ^ 1]).some((at) => helps(low, at));
  }
  const met = slots.flatMap((id, at) => (at % 2 === 0 && clash(at) ? [[id, slots[at + 1]]] : []));
  return { order: [...seeds, ...rest], slots, met };
}
async function redraw({ algorithm, kind, event, attempt, entries, options, secret, ...given }) {
  const steered = algorithm === "spadework-draw-2", { apart, seeds, byes = "drawn" } = options ?? {};
  const fixed = [kind === "partners" ? `${event}:partners` : event, `${attempt}`].map(utf8);
  const more = ({ seed, group }) => (steered ? ` ${seed || "-"} ${group || "-"}` : "");
  const line = async (entry) => `${entry.id} ${entry.name_hash ?? await nameHash(entry)}${more(entry)}\n`;
  const list = (await Promise.all(entries.map(line))).sort().join(""), list_hash = await sha(utf8(list));
  const promise = [utf8("spadework-commit-1"), ...fixed, unhex(secret), utf8(given.public_source)];
  const text = `apart=${apart ? "yes" : "no"} seeds=${seeds ? "yes" : "no"} byes=${byes}`;
  const last = [unhex(secret), utf8(given.public), ...(steered ? [utf8(text)] : [])];
  const seed = await sha(frame(utf8(algorithm), ...fixed, unhex(list_hash), ...last));
  const ids = entries.map((entry) => entry.id).sort(), words = await wordsFrom(seed, ids.length + 8);
  const proof = { commitment: await sha(frame(...promise)), list_hash, seed };
  if (FULL[algorithm]) return { ...proof, ...atTables(ids, FULL[algorithm], words) };
  if (kind === "partners") {
    const order = shuffled(ids, words), odd_one_out = order.length % 2 ? order.at(-1) : null;
    return { ...proof, order, pairs: order.flatMap((id, at) => (at % 2 ? [[order[at - 1], id]] : [])), odd_one_out };
  }
  const { met, ...drawn } = inMatches(ids, entries, { apart, byes }, words);
  return { ...proof, ...drawn, ...(steered ? { met } : {}) };
}
async function verdict(facts, say) {
  if (!globalThis.crypto?.subtle) return say.insecure;
  const drawn = await redraw(facts), gone = facts.entries.filter((entry) => entry.name_hash).length;
  const wrong = Object.keys(drawn).filter((name) => JSON.stringify(drawn[name]) !== JSON.stringify(facts[name]));
  const names = new Intl.ListFormat(document.documentElement.lang).format(wrong.map((name) => say[name]));
  const said = wrong.length ? say.differs.replace("%names%", names) : say.equal;
  return gone ? `${said} ${say.removed.replace("%count%", gone)}` : said;
}
for (const box of document.querySelectorAll("[data-facts]")) {
  const [button, told] = box.querySelectorAll("button, [role=status]"), { facts, ...say } = box.dataset;
  box.hidden = false;
  button.addEventListener("click", async () => {
    const given = JSON.parse(document.getElementById(facts).textContent);
    told.textContent = await verdict(given, say).catch(() => say.unreadable);
  });
}
