/** Two projects: `api` in ESM (Nest 12 is ESM only), `web` in jsdom. Suffixes: .spec unit, .int.spec Postgres/Redis, .e2e.spec browser, .faults.spec `npm run test:faults`. */
const swc = (tsx, moduleType) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx, decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
      keepClassNames: true,
    },
    module: { type: moduleType },
    sourceMaps: true,
  },
];

export default {
  // Specs that start processes share two cores.
  testTimeout: 120_000,
  // Modules of finished specs may stay in memory, and garbage collection takes longer with each spec.
  workerIdleMemoryLimit: '1GB',
  projects: [
    {
      displayName: 'api',
      rootDir: '.',
      roots: ['<rootDir>/api', '<rootDir>/infra'],
      testEnvironment: '<rootDir>/infra/setup/jest-environment.cjs',
      runtime: '<rootDir>/infra/setup/jest-runtime.cjs',
      testMatch: ['**/*.spec.ts'],
      globalSetup: '<rootDir>/infra/setup/jest-set-up.mjs',
      globalTeardown: '<rootDir>/infra/setup/jest-tear-down.mjs',
      extensionsToTreatAsEsm: ['.ts'],
      transform: { '^.+\\.ts$': swc(false, 'es6') },
      moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
      modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.data', '<rootDir>/infra/bench/node_modules'],
    },
    {
      displayName: 'web',
      rootDir: '.',
      roots: ['<rootDir>/web'],
      testEnvironment: '<rootDir>/infra/setup/jsdom-environment.cjs',
      runtime: '<rootDir>/infra/setup/jsdom-runtime.cjs',
      testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
      globalSetup: '<rootDir>/infra/setup/jest-set-up.mjs',
      globalTeardown: '<rootDir>/infra/setup/jest-tear-down.mjs',
      transform: { '^.+\\.m?[jt]sx?$': swc(true, 'commonjs') },
      // come only as ES modules
      transformIgnorePatterns: ['/node_modules/(?!(?:uuid|three)/)'],
      moduleNameMapper: {
        '\\.(css|svg|png)$': '<rootDir>/web/testing/stub.cjs',
        '^(\\.{1,2}/.*)\\.js$': '$1',
        // its CommonJS entry warns that it is deprecated
        '^three$': '<rootDir>/node_modules/three/build/three.module.js',
      },
      setupFiles: ['<rootDir>/web/testing/polyfill.cjs'],
      setupFilesAfterEnv: ['<rootDir>/web/testing/setup.ts'],
    },
  ],
};
