/* The service worker of a phone that took the companion along: the offline app's part, then the usual one. */
import createPyodideModule from "{{ files['pyodide.asm.mjs'] }}";
import { loadPyodide } from "{{ files['pyodide.mjs'] }}";
import * as python from "{{ files['python.mjs'] }}";
import { sendHomeFrom } from "{{ files['home.mjs'] }}";
import { live, offlineApp } from "{{ files['worker.mjs'] }}";
import { withOfflineApp } from "{{ files['along.mjs'] }}";
import "/sw.js";

const made = {{ made | tojson }};
const sentences = {{ sentences | tojson }};
const spoken = navigator.languages.map(one => one.split("-")[0]).find(one => one in sentences);
const { fault, full, away } = sentences[spoken] ?? Object.values(sentences)[0];
live({ ...made, fault, full, ...python, createPyodideModule, loadPyodide });
withOfflineApp(offlineApp);
sendHomeFrom(offlineApp, away);
