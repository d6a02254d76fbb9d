"""A borderless window of WebKitGTK with a phone's size, for WebKitWebDriver.

It has no graphics card: emulating one would take more than half of the time.

It is run by Debian's Python, which has PyGObject: ``webkit_window.py {"size": …, "language": …, …}``.
"""

import importlib
import json
import sys
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
Gtk, WebKit2 = (importlib.import_module(f"gi.repository.{name}") for name in ("Gtk", "WebKit2"))

ASKED = json.loads(sys.argv[1])


def view(_session: Any) -> Any:
    web_view = WebKit2.WebView(
        web_context=CONTEXT, is_controlled_by_automation=True, user_content_manager=PHONE
    )
    settings = web_view.get_settings()
    settings.set_enable_write_console_messages_to_stdout(True)
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    window = Gtk.Window(decorated=False)
    web_view.set_size_request(*ASKED["size"])
    window.resize(*ASKED["size"])
    window.add(web_view)
    window.show_all()
    web_view.connect("close", lambda _: window.destroy())
    return web_view


def begin(_context: Any, session: Any) -> None:
    info = WebKit2.ApplicationInfo()
    info.set_name("MiniBrowser")  # the only name that WebDriver clients request
    session.set_application_info(info)
    session.connect("create-web-view", view)


looks = Gtk.Settings.get_default()
looks.set_property("gtk-application-prefer-dark-theme", ASKED["dark"])
looks.set_property("gtk-enable-animations", ASKED["motion"])
CONTEXT = WebKit2.WebContext.new_with_website_data_manager(
    WebKit2.WebsiteDataManager(
        base_data_directory=f"{ASKED['profile']}/data", base_cache_directory=f"{ASKED['profile']}/cache"
    )
)
PHONE = WebKit2.UserContentManager()
# On a phone, taps reach the page below a scroll bar.
PHONE.add_style_sheet(
    WebKit2.UserStyleSheet(
        "::-webkit-scrollbar { display: none }",
        WebKit2.UserContentInjectedFrames.ALL_FRAMES,
        WebKit2.UserStyleLevel.USER,
    )
)
CONTEXT.set_automation_allowed(True)
CONTEXT.set_preferred_languages([ASKED["language"]])
CONTEXT.connect("automation-started", begin)
Gtk.main()
