/* The service worker of offline mode: the offline app, then the usual service worker. */
import createPyodideModule from "{{ files['pyodide.asm.mjs'] }}";
import { loadPyodide } from "{{ files['pyodide.mjs'] }}";
import * as python from "{{ files['python.mjs'] }}";
import { configureUpload } from "{{ files['upload.mjs'] }}";
import { configure, offlineApp } from "{{ files['worker.mjs'] }}";
import { setOfflineApp } from "{{ files['offline_copies.mjs'] }}";
import "/sw.js";

const made = {{ made | tojson }};
const sentences = {{ sentences | tojson }};
const spoken = navigator.languages.map(one => one.split("-")[0]).find(one => one in sentences);
const { fault, full, away } = sentences[spoken] ?? Object.values(sentences)[0];
configure({ ...made, fault, full, ...python, createPyodideModule, loadPyodide });
setOfflineApp(offlineApp);
configureUpload(offlineApp, away);
