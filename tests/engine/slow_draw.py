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
    seed = sha(frame(b"spadework-draw-1", event, attempt, bytes.fromhex(list_hash), secret, public))
    source = data["public_source"].encode()
    told = {
        "commitment": sha(frame(b"spadework-commit-1", event, attempt, secret, source)),
        "list_hash": list_hash,
        "seed": seed,
    }
    stream = words(bytes.fromhex(seed))
    ids = sorted(entry["id"] for entry in data["entries"])
    if not partners:
        places = 2
        while places < len(ids):
            places *= 2
        byes = byes_of(places, places - len(ids), stream)
    for last in range(len(ids) - 1, 0, -1):
        other = below(stream, last + 1)
        ids[last], ids[other] = ids[other], ids[last]
    if partners:
        pairs = [ids[i : i + 2] for i in range(0, len(ids) - 1, 2)]
        odd = ids[-1] if len(ids) % 2 else None
        return {**told, "order": ids, "pairs": pairs, "odd_one_out": odd}
    left = list(ids)
    slots = []
    for bye in byes:
        slots += [left.pop(0), None if bye else left.pop(0)]
    return {**told, "order": ids, "slots": slots}
