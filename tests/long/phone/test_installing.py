"""Adding the app to the home screen: the instructions for each browser."""

import pytest

from tests.browser.joining import MakePhone
from tests.waiting import wait_until_idle

FIREFOX_USER_AGENT = "Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0"
IPHONE_JS = "Object.defineProperty(Navigator.prototype, 'standalone', { value: %s, configurable: true })"
OFFER_INSTALLATION_JS = """() => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = () => { window.prompted = true; };
  dispatchEvent(event);
}"""
SHOWN_HELP_JS = "[...document.querySelectorAll('[data-install]:not([hidden])')].map(e => e.dataset.install)"
PAGE_PATHS = ("/", "/pocket/")


@pytest.mark.parametrize("address", PAGE_PATHS)
def test_an_iphone_and_firefox_show_instructions(phone: MakePhone, address: str) -> None:
    iphone, firefox = phone(), phone(user_agent=FIREFOX_USER_AGENT)
    iphone.context.add_init_script(IPHONE_JS % "false")
    for page, method in ((iphone, "share"), (firefox, "menu")):
        page.goto(address)
        page.wait_for_selector(f"[data-install={method}]:not([hidden])", state="attached")
        assert page.evaluate(SHOWN_HELP_JS) == [method]
    iphone.context.add_init_script(IPHONE_JS % "true")
    iphone.reload()
    assert iphone.evaluate(SHOWN_HELP_JS) == [], "it is on the home screen"


@pytest.mark.parametrize("address", PAGE_PATHS)
def test_with_an_install_prompt_it_is_one_tap(phone: MakePhone, address: str) -> None:
    page = phone()
    page.goto(address)
    page.wait_for_load_state("load")
    assert page.evaluate(SHOWN_HELP_JS) == []
    page.evaluate(OFFER_INSTALLATION_JS)
    assert page.evaluate(SHOWN_HELP_JS) == ["button"]
    if address == "/":
        page.locator("button[commandfor=menu]").tap()
        wait_until_idle(page)
    page.locator("[data-install=button] button").tap()
    assert page.evaluate("window.prompted")
    assert page.evaluate(SHOWN_HELP_JS) == []
