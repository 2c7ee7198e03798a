"""Every address the site answers to. ``/live/`` is answered before Django: see ``asgi.py``."""

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
    path("desk/", include("tournament.desk_urls")),
    path("desk/", include("scoring.desk_urls")),
    path("", include("tournament.urls")),
    path("", include("scoring.urls")),
]
