/* Puts another worker in the place of the one that serves these pages. */

/** It begins as soon as it is complete, and `begun` is called; false where it is there already.
   @param {[string, RegistrationOptions?]} script @param {() => void} begun
   @param {(error?: unknown) => void} brokeOff */
export async function replaceWorker(script, begun, brokeOff) {
  const { serviceWorker } = navigator;
  const there = await serviceWorker.getRegistration();
  if (there) there.onupdatefound = null; // nobody is offered what was just asked for
  serviceWorker.oncontrollerchange = begun;
  const { installing, waiting } = await serviceWorker.register(...script);
  const coming = installing || waiting;
  if (!coming) return false;
  const begin = () => {
    if (coming.state === "installed") coming.postMessage("update");
    if (coming.state === "redundant") brokeOff();
  };
  coming.addEventListener("statechange", begin);
  begin();
  return true;
}
