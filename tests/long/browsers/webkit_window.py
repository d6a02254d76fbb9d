"""Opens a WebKitGTK window of a phone's size for WebKitWebDriver: ``webkit_window.py {"size": …, …}``."""

import importlib
import json
import sys
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
Gtk, WebKit2 = (importlib.import_module(f"gi.repository.{name}") for name in ("Gtk", "WebKit2"))

WINDOW_OPTIONS = json.loads(sys.argv[1])


def create_view(_session: Any) -> Any:
    web_view = WebKit2.WebView(
        web_context=WEB_CONTEXT, is_controlled_by_automation=True, user_content_manager=CONTENT_MANAGER
    )
    settings = web_view.get_settings()
    settings.set_enable_write_console_messages_to_stdout(True)
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    window = Gtk.Window(decorated=False)
    web_view.set_size_request(*WINDOW_OPTIONS["size"])
    window.resize(*WINDOW_OPTIONS["size"])
    window.add(web_view)
    window.show_all()
    web_view.connect("close", lambda _: window.destroy())
    return web_view


def start_session(_context: Any, session: Any) -> None:
    info = WebKit2.ApplicationInfo()
    info.set_name("MiniBrowser")  # the only name that WebDriver clients request
    session.set_application_info(info)
    session.connect("create-web-view", create_view)


gtk_settings = Gtk.Settings.get_default()
gtk_settings.set_property("gtk-application-prefer-dark-theme", WINDOW_OPTIONS["dark"])
gtk_settings.set_property("gtk-enable-animations", WINDOW_OPTIONS["motion"])
WEB_CONTEXT = WebKit2.WebContext.new_with_website_data_manager(
    WebKit2.WebsiteDataManager(
        base_data_directory=f"{WINDOW_OPTIONS['profile']}/data",
        base_cache_directory=f"{WINDOW_OPTIONS['profile']}/cache",
    )
)
CONTENT_MANAGER = WebKit2.UserContentManager()
# On a phone, taps reach the page below a scroll bar.
CONTENT_MANAGER.add_style_sheet(
    WebKit2.UserStyleSheet(
        "::-webkit-scrollbar { display: none }",
        WebKit2.UserContentInjectedFrames.ALL_FRAMES,
        WebKit2.UserStyleLevel.USER,
    )
)
for script in WINDOW_OPTIONS["scripts"]:
    CONTENT_MANAGER.add_script(
        WebKit2.UserScript(
            script, WebKit2.UserContentInjectedFrames.ALL_FRAMES, WebKit2.UserScriptInjectionTime.START
        )
    )
WEB_CONTEXT.set_automation_allowed(True)
WEB_CONTEXT.set_preferred_languages([WINDOW_OPTIONS["language"]])
WEB_CONTEXT.connect("automation-started", start_session)
Gtk.main()
