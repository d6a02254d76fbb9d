/* What the scripts use of htmx. It comes after the page (deferred.js). */
declare global {
  interface HtmxContext {
    sourceElement: Element;
    sourceEvent?: Event;
    target: HTMLElement;
    request: {
      action: string;
      method: string;
      headers: Record<string, string>;
    };
    response: { raw: Response; status: number; headers: Headers };
    text: string;
    /** Ours: whether the phone was asked in the server's place. */
    isForOfflineApp?: boolean;
    /** Ours: reports that no response has come. */
    silenceTimer?: number;
    /** Ours: the version that was shown, and how many messages had come. */
    shown: number;
    messages: number;
    /** Ours: how often the drawer had been closed. */
    closings?: number;
  }

  interface HtmxHistory {
    history: { type: "push" | "replace"; path: string };
    sourceElement: HTMLFormElement;
    response: { raw: Response };
  }

  interface HtmxExtension {
    htmx_config_request?(element: Control, detail: { ctx: HtmxContext }): unknown;
    htmx_before_request?(element: Control, detail: { ctx: HtmxContext }): unknown;
    htmx_after_request?(element: Control, detail: { ctx: HtmxContext }): unknown;
    htmx_finally_request?(element: Control, detail: { ctx: HtmxContext }): unknown;
    htmx_before_response?(element: Control, detail: { ctx: HtmxContext }): unknown;
    htmx_after_swap?(element: Control, detail: { ctx: HtmxContext }): unknown;
    htmx_error?(element: Control, detail: { ctx?: HtmxContext; error: unknown }): unknown;
    htmx_before_history_update?(element: Control, detail: HtmxHistory): unknown;
    htmx_after_history_update?(element: Control, detail: HtmxHistory): unknown;
    htmx_before_history_restore?(element: Control, detail: unknown): unknown;
  }

  var htmx: {
    ajax(verb: string, path: string, options: { source: Element; push?: string }): Promise<void>;
    process(root: Element): void;
    registerExtension(name: string, extension: HtmxExtension): void;
    swap(ctx: { text: string; swap: string; sourceElement: Element; target: Element }): Promise<void>;
    trigger(element: Element | string, event: string): boolean;
  };
}

export {};
