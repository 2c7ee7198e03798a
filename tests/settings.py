"""The site's settings, quick and quiet, and never on the data of this machine's own site."""

import os
import tempfile

# Whatever the tests write lies here. Parallel workers inherit the folder from the first process.
if "SPADEWORK_TESTS" not in os.environ:
    folder = tempfile.TemporaryDirectory(prefix="spadework-tests-", ignore_cleanup_errors=True)
    os.environ["SPADEWORK_TESTS"] = os.environ["VAR_DIR"] = folder.name
os.environ["SITE_URL"] = "http://testserver"

# Parallel workers share one Redis: each has a database of its own there.
if redis_url := os.environ.get("REDIS_URL"):
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) + 1
    os.environ["REDIS_URL"] = f"{redis_url.rsplit('/', 1)[0]}/{number}"

from config.settings import *

CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
# Many tests knock, all from one address.
REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = dict.fromkeys(("enter", "examine"), "6000/min")
AXES_ENABLED = False  # client.login() has no request; its own tests switch it on
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # whitenoise warns of a folder that is missing
