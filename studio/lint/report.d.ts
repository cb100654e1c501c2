// The parts of a report, which build.mjs makes one module of.
declare module 'dps:report' {
  export function reportParts(report: object): any;
}
