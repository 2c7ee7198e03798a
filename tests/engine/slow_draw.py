"""A second drawer, written from docs/draw.md alone: no code of the engine is used."""

import hashlib
import hmac
import struct


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


def slow_draw(data):
    """Redo a draw of JSON inputs and give its outputs as JSON."""
    partners = data.get("kind") == "partners"
    event = (data["event"] + (":partners" if partners else "")).encode()
    attempt, secret = str(data["attempt"]).encode(), bytes.fromhex(data["secret"])
    lines = []
    for entry in data["entries"]:
        hashed = entry.get("name_hash")
        if hashed is None:
            hashed = sha(frame(bytes.fromhex(entry["salt"]), entry["name"].encode()))
        lines.append(f"{entry['id']} {hashed}\n".encode())
    list_hash = sha(b"".join(sorted(lines)))
    public = data["public"].encode()
    full = {"spadework-draw-threes-1": 3, "spadework-draw-fours-1": 4}.get(data["algorithm"])
    name = data["algorithm"].encode()
    seed = sha(frame(name, event, attempt, bytes.fromhex(list_hash), secret, public))
    source = data["public_source"].encode()
    told = {
        "commitment": sha(frame(b"spadework-commit-1", event, attempt, secret, source)),
        "list_hash": list_hash,
        "seed": seed,
    }
    stream = words(bytes.fromhex(seed))
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
