"""Every address the site answers to. ``/live/`` is answered before Django: see ``asgi.py``."""

from importlib.util import find_spec

from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from config.api import Nowhere

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/login/", LoginView.as_view(), name="login"),
    path("accounts/logout/", LogoutView.as_view(), name="logout"),
    path("api/v1/", include("config.api")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    re_path("^api/", Nowhere.as_view()),
    *(
        path("desk/", include(room))
        for room in ("tournament.desk_urls", "scoring.desk_urls")
        if find_spec(room)
    ),
    path("", include("tournament.urls")),
    path("", include("scoring.urls")),
]
