import { replaceMethod } from './replace-method.js';

const KEY_EVENTS: readonly string[] = ['keydown', 'keypress', 'keyup'];

/**
 * Divides the keyboard between the game and the page around it, until the returned function is called. Unity listens on
 * `window` and cancels every key, so that typing and Tab stop working on the whole page.
 *
 * - Keys aimed at `frame` or the body belong to the game. All others belong to the page: key listeners that a build adds
 *   to `window` or `document` are not called for them.
 * - Shift+Escape on the canvas or the body calls `leave`. Escape alone belongs to the game.
 * - A press on the canvas gives it the focus, even if the build cancels the press.
 *
 * Call it before the build is loaded, because it must receive each key first.
 */
export function shareKeyboard(frame: HTMLElement, leave: () => void): () => void {
  const keysOfPage = new WeakSet<Event>();
  const heldInGame = new Set<string>();

  const assign = (event: Event): void => {
    const { type, target, code, key, shiftKey } = event as KeyboardEvent;
    if (type === 'keydown' && key === 'Escape' && shiftKey && isCanvasOrBody(target)) {
      // without this, Chrome opens its task manager
      event.preventDefault();
      event.stopImmediatePropagation();
      leave();
      return;
    }
    const isForGame = isCanvasOrBody(target) || !(target instanceof Element) || frame.contains(target);
    if (isForGame && type === 'keydown') heldInGame.add(code);
    // a key that was pressed in the game is also released there, otherwise the game treats it as still pressed
    const endsInGame = type === 'keyup' && heldInGame.delete(code);
    if (!isForGame && !endsInGame) keysOfPage.add(event);
  };

  for (const type of KEY_EVENTS) window.addEventListener(type, assign, { capture: true });
  frame.addEventListener('pointerdown', focusCanvas);
  const restore = [window, document].flatMap((target: EventTarget) => hideFromBuild(keysOfPage, target));
  return () => {
    for (const type of KEY_EVENTS) window.removeEventListener(type, assign, { capture: true });
    frame.removeEventListener('pointerdown', focusCanvas);
    for (const back of restore) back();
  };
}

const isCanvasOrBody = (target: EventTarget | null): boolean =>
  target instanceof HTMLCanvasElement || target === document.body || target === document.documentElement;

function focusCanvas({ target }: Event): void {
  if (!(target instanceof HTMLCanvasElement)) return;
  const quietly: FocusOptions & { focusVisible: boolean } = { preventScroll: true, focusVisible: false };
  target.focus(quietly);
}

/** Hides the events in `hidden` from key listeners that a build adds to `target`. */
function hideFromBuild(hidden: WeakSet<Event>, target: EventTarget): (() => void)[] {
  const filters = new WeakMap<EventListenerOrEventListenerObject, EventListener>();
  const added: Parameters<EventTarget['removeEventListener']>[] = [];
  const filterFor = (listener: EventListenerOrEventListenerObject): EventListener => {
    const filter =
      filters.get(listener) ??
      ((event) => {
        if (hidden.has(event)) return;
        if (typeof listener === 'function') listener.call(target, event);
        else listener.handleEvent(event);
      });
    filters.set(listener, filter);
    return filter;
  };
  return [
    replaceMethod(target, 'addEventListener', (add) => (type, listener, options) => {
      const isFiltered = listener && KEY_EVENTS.includes(type) && !isCalledByPage();
      if (isFiltered) added.push([type, filterFor(listener), options]);
      add.call(target, type, isFiltered ? filterFor(listener) : listener, options);
    }),
    replaceMethod(target, 'removeEventListener', (remove) => (type, listener, options) => {
      const filter = listener && KEY_EVENTS.includes(type) ? filters.get(listener) : undefined;
      remove.call(target, type, filter ?? listener, options);
    }),
    // a build ends slightly later, and could then not remove the filtered listeners
    () => added.forEach((listener) => target.removeEventListener(...listener)),
  ];
}

const scriptsIn = ({ stack = '' }: Error): string[] => stack.match(/(?:blob:)?https?:\/\/[^\s)]+?(?=:\d+:\d+)/g) ?? [];

const [OWN_SCRIPT] = scriptsIn(new Error());

/**
 * Returns whether a script of the page is the caller, judged by the call stack. Scripts of a build come from its folder or are blobs. The
 * page's own components need the keys that are hidden from builds.
 */
function isCalledByPage(): boolean {
  const caller = scriptsIn(new Error()).find((script) => script !== OWN_SCRIPT);
  return caller?.startsWith('http') === true && !new URL(caller).pathname.startsWith('/unitybuild/');
}
