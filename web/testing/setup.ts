import { configure } from '@testing-library/react';
import '@testing-library/jest-dom';

// jsdom knows <dialog> but not how to open one
if (typeof HTMLDialogElement !== 'undefined') {
  HTMLDialogElement.prototype.showModal = showModal;
  HTMLDialogElement.prototype.close = close;
}

function showModal(this: HTMLDialogElement): void {
  this.open = true;
}

function close(this: HTMLDialogElement): void {
  this.open = false;
  this.dispatchEvent(new Event('close'));
}

// What a page waits for takes milliseconds, but the machine may be busy with the browser and database specs.
configure({ asyncUtilTimeout: 10_000 });
