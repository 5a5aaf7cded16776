import { WebGLRenderer } from 'three';

/** Initial share of the screen's resolution with software rendering. */
const SOFTWARE_DETAIL = 0.6;
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Returns whether a graphics card renders. Without one, antialiasing costs more than everything else. */
function hasGraphicsCard(): boolean {
  const probe = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (!probe) return false;
  const names = probe.getExtension('WEBGL_debug_renderer_info');
  const name = String(probe.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : probe.RENDERER));
  probe.getExtension('WEBGL_lose_context')?.loseContext();
  return !SOFTWARE.test(name);
}

/** Returns the renderer of this canvas, and its initial resolution. */
export function rendererFor(canvas: HTMLCanvasElement): { renderer: WebGLRenderer; detail: number } {
  const isFast = hasGraphicsCard();
  const renderer = new WebGLRenderer({ canvas, antialias: isFast, powerPreference: 'high-performance' });
  renderer.autoClear = false;
  return { renderer, detail: isFast ? 1 : SOFTWARE_DETAIL };
}
