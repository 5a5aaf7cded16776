import type { TestBuild } from './write-test-build.js';

/** Every kind of export that runs without threads. */
export const SINGLE_THREADED_BUILDS: readonly TestBuild[] = [
  { productName: 'Uncompressed', hasSymbols: true },
  { productName: 'Gzip', packing: 'gz', hasSymbols: true },
  { productName: 'Brotli', packing: 'br' },
  { productName: 'Unity 2020', packing: 'gz', requests: 'XMLHttpRequest' },
  { productName: 'Fallback', packing: 'unityweb-gzip', hasSymbols: true },
  { productName: 'Brotli fallback', packing: 'unityweb-brotli' },
  { productName: 'Unity 2020 fallback', packing: 'unityweb-gzip', requests: 'XMLHttpRequest' },
  { productName: 'Hashed names', packing: 'br', hasHashedNames: true },
  { productName: 'Spaces & dots', packing: 'gz', name: 'Space Race v1.2 (50% of #1)' },
];

/** Every kind of export that shares memory between threads. */
export const THREADED_BUILDS: readonly TestBuild[] = [
  { productName: 'Threads', threads: 'worker file', packing: 'br' },
  { productName: 'Threads of Unity 6', threads: 'framework', packing: 'gz' },
  { productName: 'Threads in fallback', threads: 'worker file', packing: 'unityweb-gzip' },
  { productName: 'Threads of Unity 6 in fallback', threads: 'framework', packing: 'unityweb-brotli' },
];
