"""Makes .venv and installs one locked set of packages: ``install.py base`` or ``install.py test``.

Runs before anything is installed, so it uses the standard library only, and no syntax that an old
Python could not read far enough to say that it is too old.
"""

import hashlib
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
TOOLS = os.path.join(ROOT, ".tools")
STAMP = os.path.join(VENV, "installed.txt")
OLDEST = (3, 11)


def main():
    """Install what is asked for, unless it is there already."""
    if sys.version_info < OLDEST:
        sys.exit(
            "Spadework needs Python 3.11 or newer, and this one is %d.%d. "
            "Name a newer one: make run PYTHON=python3.12" % sys.version_info[:2]
        )
    wanted = sys.argv[1]
    have = stamp()
    locks = {name: digest(name) for name in ("base", "test")}
    if have.get(wanted) == locks[wanted] or (
        wanted == "base" and have.get("test") == locks["test"]
    ):
        return
    name = "test" if "test" in have else wanted  # never take a developer's tools away
    uv = find_uv()
    sys.stderr.write("Installing packages (%s) ...\n" % name)
    run([uv, "venv", "--quiet", "--allow-existing", "--python", sys.executable, VENV], "make .venv")
    lock = os.path.join(ROOT, "requirements", name + ".txt")
    python = os.path.join(VENV, "bin", "python")
    sync = [uv, "pip", "sync", "--quiet", "--python", python, "--require-hashes", lock]
    run(sync, "install the packages; is the network up?")
    with open(STAMP, "w") as file:
        file.write("%s %s\n" % (name, locks[name]))


def stamp():
    """Tell which set .venv holds, if it works at all."""
    python = os.path.join(VENV, "bin", "python")
    if not (os.path.exists(STAMP) and os.path.exists(python)):
        return {}
    with open(STAMP) as file:
        return dict(line.split() for line in file)


def digest(name):
    """Tell one lock file from its next version."""
    with open(os.path.join(ROOT, "requirements", name + ".txt"), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def find_uv():
    """Find uv, or fetch it with pip into .tools, which needs no rights and no venv."""
    found = shutil.which("uv") or os.path.join(TOOLS, "bin", "uv")
    if os.path.exists(found):
        return found
    pip = [sys.executable, "-m", "pip"]
    if subprocess.call([*pip, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        sys.exit(
            "pip is missing. Install it first (Debian: apt-get install python3-pip; "
            "elsewhere: python3 -m ensurepip)."
        )
    quiet = ["--quiet", "--disable-pip-version-check", "--retries", "1", "--timeout", "15"]
    run([*pip, "install", *quiet, "--target", TOOLS, "uv"], "fetch uv; is the network up?")
    return found


def run(command, purpose):
    """Run quietly; when it fails, say in one sentence what could not be done.

    uv brings its own list of certificates. Behind a firm's proxy only the machine's list knows the
    way out, and on a bare machine there is only uv's: so the second try takes the machine's.
    """
    said = b""
    for certificates in ({}, {"UV_SYSTEM_CERTS": "1", "UV_NATIVE_TLS": "1"}):
        environment = dict(os.environ, UV_PYTHON_DOWNLOADS="never", UV_NO_PROGRESS="1")
        environment.update(certificates)
        done = subprocess.run(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False
        )
        if done.returncode == 0:
            return
        said += done.stdout + done.stderr
    log = os.path.join(ROOT, "install.log")
    with open(log, "wb") as file:
        file.write(said)
    sys.exit("Could not %s (what went wrong is in install.log)" % purpose)


if __name__ == "__main__":
    main()
