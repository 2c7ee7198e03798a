"""One settings file. What differs between places comes from the environment.

Without any environment this is the embedded site: SQLite, no broker, plain HTTP on this machine.
A hosted site sets ``SITE_URL`` to an https address, and with it come secure cookies, HSTS and a
required ``SECRET_KEY``. ``docs/operations.md`` lists every variable.
"""

from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import django_stubs_ext
from csp.constants import NONCE, NONE, SELF
from kombu import Queue

from config.database import database_from
from config.environment import flag, number, secret, text, words

django_stubs_ext.monkeypatch()  # ModelAdmin[Event] is then an ordinary class at run time

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(text("VAR_DIR", str(BASE_DIR / "var")))  # all that is written at run time
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)

SITE_URL = text("SITE_URL", "http://127.0.0.1:8000").rstrip("/")
HOSTED = SITE_URL.startswith("https://")
DEBUG = flag("DEBUG", default=False)
SECRET_KEY = secret("SECRET_KEY", required=HOSTED, kept_in=VAR_DIR / "secret-key")
ALLOWED_HOSTS = words("ALLOWED_HOSTS", f"{urlsplit(SITE_URL).hostname},localhost,127.0.0.1,[::1]")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "relay",
    "tournament",
    "scoring",
    "config",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",  # the last one: it turns a lockout into an answer
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ],
        },
    },
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"

DATABASES = {"default": database_from(text("DATABASE_URL"), embedded=VAR_DIR / "spadework.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Words and times
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = text("TIME_ZONE", "UTC")

# Static files: hosted sites serve what collectstatic wrote, under names that carry a hash.
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = not HOSTED
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if HOSTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# Who may come in
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/desk/"
LOGOUT_REDIRECT_URL = "/"
BEHIND_PROXY = flag("BEHIND_PROXY", default=HOSTED)
# A name is locked only for the address that guessed wrong: nobody locks the director out.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"
AXES_VERBOSE = False
AXES_CLIENT_IP_CALLABLE = "config.clients.address_of"

# What a browser may do with our pages
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"  # a table's link never leaves in a Referer header
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HOSTED
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HOSTED else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HOSTED
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
CSRF_TRUSTED_ORIGINS = [SITE_URL]

# Background work. Without REDIS_URL queue and pings stay in this process.
REDIS_URL = text("REDIS_URL")
# Who knocks how often is counted for all processes together, where there is more than one.
CACHES: dict[str, dict[str, object]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "knocks": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "knocks"},
}
if REDIS_URL:
    CACHES["knocks"] = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "knocks",
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
# Fail fast: a request must not wait for a dead broker (6 s by default). The outbox is the retry.
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"max_retries": 1, "interval_start": 0, "socket_connect_timeout": 1, "socket_timeout": 5}
    if REDIS_URL
    else {"polling_interval": 0.05}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # short rhythms need no file of last runs
CELERY_BEAT_SCHEDULE = {
    "relay.sweep": {"task": "relay.sweep", "schedule": 5.0},
    "relay.prune": {"task": "relay.prune", "schedule": 6 * 3600.0},
    "tournament.sweep": {"task": "tournament.sweep", "schedule": 20.0},
}
# A slow mail server must not hold up the bracket. One worker takes both, or one each.
CELERY_TASK_QUEUES = [Queue("celery"), Queue("letters")]
CELERY_TASK_ROUTES = {"relay.send_letters": {"queue": "letters"}}
LIVE_STREAMS_MAX = number("LIVE_STREAMS_MAX", 5000)  # a process

# Letters. Without a mail server they are files in var/mail.
EMAIL_HOST = text("EMAIL_HOST")
EMAIL_PORT = number("EMAIL_PORT", 587)
EMAIL_HOST_USER = text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = text("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = flag("EMAIL_USE_TLS", default=True)
EMAIL_TIMEOUT = 20
EMAIL_FILE_PATH = VAR_DIR / "mail"
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'filebased'}.EmailBackend"
DEFAULT_FROM_EMAIL = text("DEFAULT_FROM_EMAIL", f"spadework@{urlsplit(SITE_URL).hostname}")

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.parsing.JSONBody"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["config.throttling.ByAddress"],
    # A hall full of phones is one address.
    "DEFAULT_THROTTLE_RATES": {"enter": "60/min", "examine": "60/min"},
    "EXCEPTION_HANDLER": "config.problems.explain",
    "PAGE_SIZE": 100,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Spadework",
    "DESCRIPTION": "Events of Spades, their draw, bracket and hands; and entry at a table.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "ENUM_NAME_OVERRIDES": {
        "EventStatus": "tournament.models.Event.Status",
        "EntryState": "tournament.models.Entry.State",
        "DrawKind": "tournament.models.Draw.Kind",
        "DrawState": "tournament.models.Draw.State",
        "MatchState": "tournament.models.Match.State",
        "MatchReason": "tournament.models.Match.Reason",
        "SideKind": "tournament.models.Side.Kind",
        "AdvancingKind": [("tbd", "tbd"), ("team", "team"), ("no_one", "no_one")],
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.openapi.complete",
    ],
    "TAGS": [
        {"name": "events", "description": "What is played where and when"},
        {"name": "entries", "description": "Who plays, and the way in"},
        {"name": "draw", "description": "The promises and the proof of the draw"},
        {"name": "desk", "description": "What staff do, signed in, with a role at the club"},
        {"name": "bracket", "description": "Who meets whom"},
        {"name": "matches", "description": "One match, and every hand of it"},
        {"name": "table", "description": "Entry at one table, with the table's link as the key"},
        {"name": "play", "description": "A hand followed card by card; nothing is kept"},
    ],
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.redaction.RedactingFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": text("LOG_LEVEL", "INFO")},
    "loggers": {
        # Django's own handlers would print, or mail, the address of a table in full.
        "django": {"handlers": ["console"], "level": "INFO", "propagate": False},
        "django.server": {"handlers": ["console"], "level": "INFO", "propagate": False},
    },
}
