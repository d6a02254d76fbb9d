/* Types that the scripts share. */
import type { ParseSelector } from "typed-query-selector/parser";

declare global {
  /** A queued or refused entry. It is stored with these names (outbox.js). */
  interface QueuedEntry {
    key: string;
    table: string;
    /** Its position among the entries of its table. */
    n: number;
    url: string;
    body: string;
    /** The entry in the words of the page. */
    say?: string;
    game?: string;
    /** The key of the queued entry that this one undoes, if any. */
    undoes?: string;
    /** The page to open after the response, and the one it was made on. */
    then?: string;
    from?: string;
    /** The id of its target on the board, and the HTML of the piece placed there. */
    at?: string;
    laid?: string;
    /** Whether it was made offline, belongs to a batch that is sent together, and was accepted by the user from a
       contested batch. */
    away?: boolean;
    run?: boolean;
    taken?: boolean;
    /** For a refused entry: the HTML of the refusal, and whether the user saw it. */
    answer?: string;
    shown?: boolean;
  }
  type NewEntry = Omit<QueuedEntry, "table" | "n">;

  /** The values of a form, by field name. */
  type Values = Record<string, string | string[]>;

  /** Any element; it may be a field, button, link or label. */
  type Control = HTMLElement &
    Partial<
      Pick<
        HTMLInputElement,
        | "name"
        | "value"
        | "defaultValue"
        | "type"
        | "checked"
        | "defaultChecked"
        | "disabled"
        | "form"
      >
    > & {
      href?: string;
      control?: Control | null;
    };

  /** The element type of a selector: `button.main` is a button, `.main` any element. */
  type Selected<S extends string> = OrControl<ParseSelector<S>>;
  type OrControl<E> = E extends unknown ? (Element extends E ? Control : E) : never;
  interface ParentNode {
    querySelector<S extends string>(selector: S): Selected<S> | null;
    querySelectorAll<S extends string>(selector: S): NodeListOf<Selected<S>>;
  }
  interface Element {
    closest<S extends string>(selector: S): Selected<S> | null;
    cloneNode(deep?: boolean): this;
  }
  interface Document {
    cloneNode(deep?: boolean): this;
  }
  interface DocumentFragment {
    cloneNode(deep?: boolean): this;
  }

  /** As with arrays, a missing value is not part of the type. */
  interface Data extends DOMStringMap {
    [name: string]: string;
  }
  interface HTMLElement {
    readonly dataset: Data;
  }
  interface SVGElement {
    readonly dataset: Data;
  }
  interface HTMLFormControlsCollection {
    // biome-ignore lint/suspicious/noExplicitAny: a field of any kind, or several of one name
    [name: string]: any;
  }

  /** The target of a page's event is an element. */
  interface UIEvent {
    readonly target: Control;
  }
  interface CustomEvent {
    readonly target: Control;
  }
  interface SubmitEvent {
    readonly target: HTMLFormElement;
  }
  interface FormDataEvent {
    readonly target: HTMLFormElement;
  }
  interface FieldEvent extends Event {
    readonly target: HTMLInputElement;
  }
  interface CountEvent extends CustomEvent {
    readonly target: HTMLFormElement;
  }
  interface HTMLElementEventMap {
    change: FieldEvent;
    input: FieldEvent & InputEvent;
    "photo:read": CustomEvent<Record<string, string>>;
    "photo:part-selected": CustomEvent<string>;
  }
  interface DocumentEventMap {
    change: FieldEvent;
    input: FieldEvent & InputEvent;
    invalid: FieldEvent;
    "count:changed": CountEvent;
  }
  interface Document {
    addEventListener<K extends keyof DocumentEventMap>(
      type: K,
      listener: (event: DocumentEventMap[K]) => unknown,
      options?: boolean | AddEventListenerOptions,
    ): void;
    addEventListener(
      type: string,
      listener: (event: CustomEvent) => unknown,
      options?: boolean | AddEventListenerOptions,
    ): void;
  }

  interface Array<T> {
    filter(isThere: BooleanConstructor): Exclude<T, null | undefined | false | "" | 0>[];
  }

  /** Supported by some browsers only. */
  interface InstallEvent extends Event {
    prompt(): void;
  }
  interface WindowEventMap {
    beforeinstallprompt: InstallEvent;
  }
  interface Navigator {
    standalone?: boolean;
  }
  interface QrReader {
    detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]>;
  }
  var onPending: ((names: string[]) => void) | undefined;
  var BarcodeDetector: { new (options: { formats: string[] }): QrReader };
}
