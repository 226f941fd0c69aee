// Before pdf.js: its code must see the limits from its first line on.
import './limit-allocations.ts';
import 'pdfjs-dist/build/pdf.worker.min.mjs';
