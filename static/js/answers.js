/* Whether the server answers, and it is the server that does. */
const ANSWER_TIMEOUT_MS = 4000;

export async function serverAnswers(timeout = ANSWER_TIMEOUT_MS) {
  const signal = AbortSignal.timeout(timeout);
  const answer = await fetch("/healthz", { cache: "no-store", signal }).catch(() => null);
  return Boolean(answer?.headers.has("X-Companion"));
}
