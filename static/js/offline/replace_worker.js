/* Replaces the service worker of this origin. */

/** Register a worker that takes over once it is installed; then `onBegun` is called. Return false if it is already
   installed.
   @param {[string, RegistrationOptions?]} script @param {() => void} onBegun @param {(error?: unknown) => void}
   onError */
export async function replaceWorker(script, onBegun, onError) {
  const { serviceWorker } = navigator;
  const current = await serviceWorker.getRegistration();
  if (current) current.onupdatefound = null; // no update offer, as the user just asked for it
  serviceWorker.oncontrollerchange = onBegun;
  const { installing, waiting } = await serviceWorker.register(...script);
  const worker = installing || waiting;
  if (!worker) return false;
  const takeOver = () => {
    if (worker.state === "installed") worker.postMessage("update");
    if (worker.state === "redundant") onError();
  };
  worker.addEventListener("statechange", takeOver);
  takeOver();
  return true;
}
