/* A browser's window for tests in Node, by happy-dom. It has no layout, and no server answers. */
import { GlobalRegistrator } from "@happy-dom/global-registrator";

GlobalRegistrator.register({
  url: "http://companion.test/",
  settings: {
    disableCSSFileLoading: true,
    disableJavaScriptFileLoading: true,
    handleDisabledFileLoadingAsSuccess: true,
    errorCapture: "disabled", // an error in a listener fails the test
  },
});
