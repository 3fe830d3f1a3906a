"""Settings from the environment; docs/settings.md lists every variable and its default."""

import os
import secrets
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from kombu.entity import Queue

from deckbuilder.common.operations.logs import FORMATTERS

ROOT = Path(__file__).resolve().parent.parent


PLACEHOLDER = "change-me"
"""What deploy/env.example has in place of secrets."""
MIN_SECRET_KEY = 32


def env(name: str, default: str = "") -> str:
    value = os.environ.get(name, default)
    if PLACEHOLDER in value:
        raise ImproperlyConfigured(f"{name} still contains “{PLACEHOLDER}”; `openssl rand -hex 32` generates a secret.")
    return value


def env_flag(name: str, default: bool = False) -> bool:
    return env(name, str(default)).lower() in ("1", "true", "yes", "on")


def env_list(name: str, default: str = "") -> list[str]:
    return [part.strip() for part in env(name, default).split(",") if part.strip()]


VAR = Path(env("VAR_DIR", str(ROOT / "var")))
VAR.mkdir(parents=True, exist_ok=True)


def local_secret() -> str:
    """A key of this installation's own, made at the first start and kept."""
    path = VAR / "secret-key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(64))
    return path.read_text().strip()


SECRET_KEY = env("SECRET_KEY") or local_secret()
if len(SECRET_KEY) < MIN_SECRET_KEY:
    raise ImproperlyConfigured(
        f"SECRET_KEY has {len(SECRET_KEY)} characters, at least {MIN_SECRET_KEY} are needed: "
        "with a guessed key anybody can sign in as anybody. `openssl rand -hex 32` generates one."
    )
DEBUG = env_flag("DEBUG")
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1],testserver")
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")

HTTPS = env_flag("HTTPS")
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# Other names below this one may be served without https by others; only the operator knows.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS and env_flag("HSTS_SUBDOMAINS")
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
BEHIND_PROXY = env_flag("BEHIND_PROXY")
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
ALLAUTH_TRUSTED_PROXY_COUNT = int(BEHIND_PROXY)
SESSION_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "csp",
    "deckbuilder.common",
    "deckbuilder.accounts",
    "deckbuilder.catalog",
    "deckbuilder.decks",
    "deckbuilder.stats",
    "deckbuilder.battle",
    "deckbuilder.playtest",
    "deckbuilder.events",
    "deckbuilder.site",
]

MIDDLEWARE = [
    "deckbuilder.common.http.middleware.number_requests",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "deckbuilder.common.http.middleware.measure_requests",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "deckbuilder.common.http.middleware.private_pages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "deckbuilder.common.http.middleware.refuse_long_urls",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "deckbuilder.accounts.middleware.PreferencesMiddleware",
    "deckbuilder.common.http.middleware.UrlMiddleware",
    "deckbuilder.common.http.middleware.FaultsMiddleware",
    "deckbuilder.common.http.visits.record_visits",
]

ROOT_URLCONF = "deckbuilder.urls"
WSGI_APPLICATION = "deckbuilder.wsgi.application"

_CONTEXT = [
    "django.template.context_processors.request",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [ROOT / "templates"],
        "OPTIONS": {
            "environment": "deckbuilder.site.jinja.environment",
            "context_processors": [*_CONTEXT, "deckbuilder.common.http.context.site"],
        },
    },
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates" / "django"],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": _CONTEXT},
    },
]
"""The site's own pages are drawn by Jinja2; those of the administration and of libraries by Django's engine."""

PATIENCE = 3
"""Seconds to wait for a server beside this one before it counts as down."""

DATABASES = {
    "default": dj_database_url.parse(
        env("DATABASE_URL") or f"sqlite:///{VAR / 'db.sqlite3'}", conn_max_age=60, conn_health_checks=True
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["CONN_MAX_AGE"] = None
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = False
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 30,
        "transaction_mode": "IMMEDIATE",  # writers queue at the start of a transaction instead of failing in its middle
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-32000; "
        "PRAGMA mmap_size=268435456; PRAGMA temp_store=MEMORY;",
    }
    DATABASES["default"]["TEST"] = {"NAME": str(VAR / "test.sqlite3")}
elif DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    # Without these a server that is cut off holds a request for minutes.
    DATABASES["default"]["OPTIONS"] = {
        "connect_timeout": PATIENCE,
        "tcp_user_timeout": 1000 * 2 * PATIENCE,
        **DATABASES["default"].get("OPTIONS", {}),
    }
STATEMENT_TIMEOUT_S = float(env("STATEMENT_TIMEOUT", "5"))  # of web servers on PostgreSQL; 0: none
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_PATIENCE = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
CACHES = (
    {
        "default": {
            "BACKEND": "deckbuilder.common.caches.Cache",
            "LOCATION": env("CACHE_URL"),
            "OPTIONS": REDIS_PATIENCE,
        }
    }
    if env("CACHE_URL")
    else {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 5000}}}
)

# Without a host no e-mail is sent, and no page offers to.
EMAIL_HOST = env("EMAIL_HOST")
EMAIL_PORT = int(env("EMAIL_PORT", "587"))
EMAIL_HOST_USER = env("EMAIL_USER")
EMAIL_HOST_PASSWORD = env("EMAIL_PASSWORD")
EMAIL_USE_SSL = env_flag("EMAIL_SSL")
EMAIL_USE_TLS = env_flag("EMAIL_TLS", not EMAIL_USE_SSL)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env("EMAIL_FROM", "deckbuilder@localhost")
LETTERS_PER_EVENT = int(env("LETTERS_PER_EVENT", "1000"))
LETTERS_PER_ACCOUNT = int(env("LETTERS_PER_ACCOUNT", "1000"))

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "deckbuilder.accounts.passwords.NotDigitsAlone"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "decks:mine"
LOGOUT_REDIRECT_URL = "site:home"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_ADAPTER = "deckbuilder.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "deckbuilder.accounts.forms.SignupForm",
    "login": "deckbuilder.accounts.forms.LoginForm",
    "change_password": "deckbuilder.accounts.forms.PasswordForm",
}
ACCOUNT_USERNAME_VALIDATORS = "deckbuilder.accounts.names.VALIDATORS"
ACCOUNT_USERNAME_BLACKLIST = ["admin", "administrator", "root", "staff", "moderator", "deckbuilder", "samples"]
ACCOUNT_RATE_LIMITS = {
    "signup": env("SIGNUP_RATE", "20/m/ip"),
    "login_failed": env("LOGIN_FAILED_RATE", "20/m/ip,5/5m/key"),
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hant", "繁體中文"), ("zh-hans", "简体中文"), ("ja", "日本語")]
FORMAT_MODULE_PATH = "deckbuilder.formats"
LOCALE_PATHS = [ROOT / "deckbuilder" / "locale"]
TIME_ZONE = env("TIME_ZONE", "Asia/Taipei")
USE_TZ = True

PICTURE_FONT = env("PICTURE_FONT")  # none: one that the machine has, see common/drawing/fonts.py

STATIC_URL = "static/"
STATICFILES_DIRS = [ROOT / "static"]
STATIC_ROOT = Path(env("STATIC_DIR", str(VAR / "static")))
STORAGES = {
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_MANIFEST_STRICT = False
MEDIA_DIR = Path(env("MEDIA_DIR", str(VAR / "media")))  # copies of the pictures of cards

IMAGE_HOSTS = env_list("IMAGE_HOSTS")  # of cards’ pictures, as sources of the policy below

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:", *IMAGE_HOSTS],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.TokenAuthentication",
        "deckbuilder.common.rest.authentication.Browser",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["deckbuilder.common.rest.parsers.Json"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "deckbuilder.common.rest.parsers.JSONAlone",
    "URL_FORMAT_OVERRIDE": None,  # `format` in an address is a format of a game
    "DEFAULT_METADATA_CLASS": None,  # what OPTIONS would tell is in the description
    "DEFAULT_PAGINATION_CLASS": "deckbuilder.common.http.pagination.Pages",
    "PAGE_SIZE": 60,
    "DEFAULT_SCHEMA_CLASS": "deckbuilder.common.rest.schema.Schema",
    "EXCEPTION_HANDLER": "deckbuilder.common.rest.api.handle_exception",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "NUM_PROXIES": int(BEHIND_PROXY),  # so many addresses at the end of X-Forwarded-For are to be believed
    "DEFAULT_THROTTLE_RATES": {
        "anon": env("API_RATE_ANON", "120/min"),
        "user": env("API_RATE_USER", "600/min"),
        "simulations": env("SIMULATION_RATE", "20/min"),
        "simulations-anon": env("SIMULATION_RATE_ANON", "10/min"),
    },
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Deckbuilder API",
    "DESCRIPTION": "Decks, cards and verdicts of five card games. "
    "Every error has one shape: `code`, `message`, `params`, `errors`.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    # Several things have a state, a role or an outcome.
    "ENUM_NAME_OVERRIDES": {
        "EventStateEnum": "deckbuilder.events.models.State",
        "EventRoleEnum": "deckbuilder.events.models.RoleName",
        "EntryReadinessEnum": "deckbuilder.events.readiness.states.STATES",
        "CheckOutcomeEnum": "deckbuilder.events.models.Outcome",
        "ListOutcomeEnum": "deckbuilder.events.bulk.services.OUTCOMES",
    },
}

# Of one visitor or account: still being played at once.
OPEN_SIMULATIONS_ANON = int(env("OPEN_SIMULATIONS_ANON", "3"))
OPEN_SIMULATIONS_USER = int(env("OPEN_SIMULATIONS_USER", "10"))

CELERY_BROKER_URL = env("CELERY_BROKER_URL", "filesystem://")
if CELERY_BROKER_URL.startswith("filesystem:"):
    BROKER_DIR = VAR / "broker"
    for part in ("queue", "control", "processed"):
        (BROKER_DIR / part).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT = "deckbuilder.common.jobs.broker:Transport"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(BROKER_DIR / "queue"),
        "data_folder_out": str(BROKER_DIR / "queue"),
        "control_folder": str(BROKER_DIR / "control"),
        "processed_folder": str(BROKER_DIR / "processed"),
        "store_processed": False,
        "polling_interval": 0.02,
    }
elif CELERY_BROKER_URL.startswith("redis"):
    CELERY_BROKER_TRANSPORT_OPTIONS = dict[str, object](REDIS_PATIENCE)
# A page that hands work to a queue that is down says so after seconds: it tries twice, each time no longer than this.
CELERY_BROKER_CONNECTION_TIMEOUT = PATIENCE
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.2}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A worker takes from all of these in turn, or from those it is told: no kind of work waits behind another.
CELERY_TASK_QUEUES = [Queue(name, routing_key=name) for name in ("quick", "simulations", "imports", "mail")]
CELERY_TASK_DEFAULT_QUEUE = "quick"
CELERY_TASK_ROUTES = {
    "deckbuilder.stats.tasks.*": {"queue": "simulations"},
    "deckbuilder.catalog.tasks.*": {"queue": "imports"},
    "deckbuilder.decks.tasks.follow_catalog": {"queue": "imports"},
    "deckbuilder.decks.tasks.read_photos": {"queue": "imports"},
    "deckbuilder.events.tasks.mail": {"queue": "mail"},
    "deckbuilder.events.tasks.bring_in": {"queue": "imports"},
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True

# What one account or browser may make within an hour; an address, which many may share, so many times as much.
CREATIONS_PER_HOUR = {
    "deck": int(env("DECKS_PER_HOUR", "60")),
    "playtest": int(env("PLAYTESTS_PER_HOUR", "120")),
    "event": int(env("EVENTS_PER_HOUR", "20")),
    "entry": int(env("ENTRIES_PER_HOUR", "500")),
    "upload": int(env("UPLOADS_PER_HOUR", "60")),
    "photo": int(env("PHOTOS_PER_HOUR", "30")),
    "comment": int(env("COMMENTS_PER_HOUR", "30")),
    "report": int(env("REPORTS_PER_HOUR", "20")),
    "picture": int(env("PICTURES_PER_HOUR", "300")),
}
CREATIONS_OF_ADDRESS = int(env("CREATIONS_OF_ADDRESS", "10"))

PEOPLE = env_flag("PEOPLE", default=True)  # authors, favourites, following, comments and reports

# How long what nobody uses is kept, see `manage.py tidy`.
DECK_DAYS = int(env("DECK_DAYS", "365"))
VISITOR_SIMULATION_DAYS = int(env("VISITOR_SIMULATION_DAYS", "30"))
SIMULATION_DAYS = int(env("SIMULATION_DAYS", "365"))
UPLOAD_DAYS = int(env("UPLOAD_DAYS", "30"))
REVISIONS_KEPT = int(env("REVISIONS_KEPT", "200"))

DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
CATALOG_FILE_LIMIT = 32 * 1024 * 1024
CATALOG_ROW_LIMIT = 200_000

# Of gunicorn: processes, and the requests that each answers at once.
WEB_WORKERS = int(env("WEB_WORKERS", "2"))
WEB_THREADS = int(env("WEB_THREADS", "8"))

METRICS_TOKEN = env("METRICS_TOKEN")

LOG_FORMAT = env("LOG_FORMAT", "text")
if LOG_FORMAT not in FORMATTERS:
    raise ImproperlyConfigured(f"LOG_FORMAT is “{LOG_FORMAT}”; it must be one of: {', '.join(FORMATTERS)}.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": FORMATTERS[LOG_FORMAT]}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env("LOG_LEVEL", "WARNING")},
}
