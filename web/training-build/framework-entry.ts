import { start } from './framework.js';

declare global {
  interface Window {
    unityFramework?: typeof start;
  }
}

window.unityFramework = start;
