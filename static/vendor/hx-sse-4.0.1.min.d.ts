/* What the scripts use of htmx's extension for streams. */
declare global {
  interface SseConnection {
    /** 0 at first, and one more with each that follows by itself. */
    attempt: number;
    reader: ReadableStreamDefaultReader | null;
    /** Ends the wait for the next attempt. */
    delayCanceller: (() => void) | null;
  }
}

export {};
