"""A second drawer, written from docs/draw.md alone: no code of the engine is used."""

import hashlib
import hmac
import struct
import unicodedata


def frame(*parts):
    joined = b""
    for part in parts:
        joined += struct.pack(">I", len(part)) + part
    return joined


def sha(data):
    return hashlib.sha256(data).hexdigest()


def words(seed):
    counter = 0
    while True:
        message = frame(b"spadework-stream-1") + struct.pack(">Q", counter)
        block = hmac.new(seed, message, "sha256").digest()
        yield from struct.unpack(">8I", block)
        counter += 1


def below(stream, count):
    most = (2**32 // count) * count
    while True:
        word = next(stream)
        if word < most:
            return word % count


def byes_of(places, byes, stream):
    if places == 2:
        return [byes]
    first, second = byes // 2, byes // 2
    if byes % 2 == 1:
        if below(stream, 2) == 0:
            first += 1
        else:
            second += 1
    return byes_of(places // 2, first, stream) + byes_of(places // 2, second, stream)


def first_round(count, full):
    """Give the tables of three, the tables of four and the byes of round 1."""
    candidates = []
    for power in range(12):
        candidates += [3**power] if full == 3 else [4**power, 3 * 4**power]
    candidates = [size for size in candidates if 3 <= size <= count]
    if full == 4:
        candidates = [size for size in candidates if count - size != 1]
    goal = max(candidates)
    if full == 3 and count == goal:
        return count // 3, 0, 0
    if full == 3 and count == goal + 1:
        return (count - 4) // 3, 1, 0
    if full == 4 and count == goal:
        return (1, 0, 0) if count == 3 else (0, count // 4, 0)
    found = [
        (fours if full == 3 else threes, threes, fours)
        for threes in range(count)
        for fours in range(count)
        if 2 * threes + 3 * fours == count - goal
    ]
    _odd, threes, fours = min(found)
    return threes, fours, goal - threes - fours


def shared_out(room, count, full, stream):
    """Spread ``count`` over the part of the sheet whose positions have this room."""
    if len(room) == 1:
        return [count]
    if count == 0:
        return [0] * len(room)
    cuts = len(room)
    while cuts % full == 0 and cuts > full:
        cuts //= full
    size = len(room) // cuts
    parts = [room[i * size : (i + 1) * size] for i in range(cuts)]
    order = list(range(cuts))
    shuffle(order, stream)
    got = [0] * cuts
    turn = 0
    while sum(got) < count:
        part = order[turn % cuts]
        turn += 1
        if got[part] < sum(parts[part]):
            got[part] += 1
    spread = []
    for part, share in zip(parts, got, strict=True):
        spread += shared_out(part, share, full, stream)
    return spread


def tables_of(count, full, stream):
    """Give the number of people at every position of round 1, from the top."""
    threes, fours, byes = first_round(count, full)
    positions = threes + fours + byes
    alone = shared_out([1] * positions, byes, full, stream)
    odd = shared_out([1 - one for one in alone], fours if full == 3 else threes, full, stream)
    return [1 if a else (7 - full if o else full) for a, o in zip(alone, odd, strict=True)]


def shuffle(items, stream):
    for last in range(len(items) - 1, 0, -1):
        other = below(stream, last + 1)
        items[last], items[other] = items[other], items[last]


def ranks_of(matches):
    """Rank the matches as a list folded upon itself: found by asking where each rank must lie."""
    if matches == 1:
        return [1]
    wide = ranks_of(matches // 2)
    ranks = []
    for place, rank in enumerate(wide):
        pair = [rank, matches + 1 - rank]
        ranks.extend(pair if place % 2 == 0 else pair[::-1])
    return ranks


def steered(data, stream):
    """Lay out round 1 of spadework-draw-2; gives the order, the slots and who met all the same."""
    entries = {entry["id"]: entry for entry in data["entries"]}
    options = data["options"]
    places = 2
    while places < len(entries):
        places *= 2
    empty, matches = places - len(entries), places // 2
    ranks = ranks_of(matches)
    if options.get("byes", "drawn") == "seeded":
        byes = [1 if rank <= empty else 0 for rank in ranks]
    else:
        byes = byes_of(places, empty, stream)
    taken = {}
    sheet = [place for rank in ranks for place in (rank, 2 * matches + 1 - rank)]
    for ref, entry in entries.items():
        if entry.get("seed"):
            taken[sheet.index(entry["seed"])] = ref
    rest = sorted(ref for ref in entries if ref not in taken.values())
    shuffle(rest, stream)
    seeds = sorted(taken.values(), key=lambda ref: entries[ref]["seed"])
    gaps = [i for i in range(places) if i not in taken and not (i % 2 and byes[i // 2])]
    slots = {**taken, **dict(zip(gaps, rest, strict=True))}

    def clash(place):
        first, second = slots.get(place - place % 2), slots.get(place - place % 2 + 1)
        groups = [entries[ref].get("group") for ref in (first, second) if ref]
        return len(groups) == 2 and groups[0] == groups[1] and bool(groups[0])

    clashing = (i for i in range(1, places, 2) if clash(i) and i in gaps and options.get("apart"))
    for place in clashing:
        turn = [i for i in [*range(place + 1, places), *range(place)] if i in gaps]
        facing = [i for i in turn if not byes[i // 2]]
        for other in [*facing, *(i for i in turn if byes[i // 2])]:
            slots[place], slots[other] = slots[other], slots[place]
            if not clash(place) and not clash(other):
                break
            slots[place], slots[other] = slots[other], slots[place]
    met = [[slots[i], slots[i + 1]] for i in range(0, places, 2) if clash(i)]
    return [*seeds, *rest], [slots.get(i) for i in range(places)], met


def options_text(options):
    said = {True: "yes", False: "no"}
    parts = [f"{name}={said[options.get(name, False)]}" for name in ("apart", "seeds")]
    return " ".join([*parts, "byes=" + options.get("byes", "drawn")]).encode()


def line_of(entry, with_options):
    hashed = entry.get("name_hash")
    if hashed is None:
        name = unicodedata.normalize("NFC", entry["name"]).encode()
        hashed = sha(frame(bytes.fromhex(entry["salt"]), name))
    more = f" {entry.get('seed') or '-'} {entry.get('group') or '-'}" if with_options else ""
    return f"{entry['id']} {hashed}{more}\n".encode()


def slow_draw(data):
    """Redo a draw of JSON inputs and give its outputs as JSON."""
    partners = data.get("kind") == "partners"
    event = (data["event"] + (":partners" if partners else "")).encode()
    attempt, secret = str(data["attempt"]).encode(), bytes.fromhex(data["secret"])
    with_options = data["algorithm"] == "spadework-draw-2"
    list_hash = sha(b"".join(sorted(line_of(entry, with_options) for entry in data["entries"])))
    public = data["public"].encode()
    full = {"spadework-draw-threes-1": 3, "spadework-draw-fours-1": 4}.get(data["algorithm"])
    name = data["algorithm"].encode()
    parts = [name, event, attempt, bytes.fromhex(list_hash), secret, public]
    if with_options:
        parts.append(options_text(data["options"]))
    seed = sha(frame(*parts))
    source = data["public_source"].encode()
    told = {
        "commitment": sha(frame(b"spadework-commit-1", event, attempt, secret, source)),
        "list_hash": list_hash,
        "seed": seed,
    }
    stream = words(bytes.fromhex(seed))
    if with_options:
        order, slots, met = steered(data, stream)
        return {**told, "order": order, "slots": slots, "met": met}
    ids = sorted(entry["id"] for entry in data["entries"])
    if full:
        sizes = tables_of(len(ids), full, stream)
    elif not partners:
        places = 2
        while places < len(ids):
            places *= 2
        byes = byes_of(places, places - len(ids), stream)
    shuffle(ids, stream)
    if full:
        ends = [sum(sizes[: i + 1]) for i in range(len(sizes))]
        tables = [ids[end - size : end] for size, end in zip(sizes, ends, strict=True)]
        return {**told, "order": ids, "tables": tables}
    if partners:
        pairs = [ids[i : i + 2] for i in range(0, len(ids) - 1, 2)]
        odd = ids[-1] if len(ids) % 2 else None
        return {**told, "order": ids, "pairs": pairs, "odd_one_out": odd}
    left = list(ids)
    slots = []
    for bye in byes:
        slots += [left.pop(0), None if bye else left.pop(0)]
    return {**told, "order": ids, "slots": slots}
