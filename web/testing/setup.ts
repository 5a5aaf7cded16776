import { configure } from '@testing-library/react';
import '@testing-library/jest-dom';

// jsdom has <dialog> without the methods that open and close it
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

// Usually milliseconds, but the machine may be busy with the browser and database specs.
configure({ asyncUtilTimeout: 10_000 });
