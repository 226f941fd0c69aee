#pragma once
// Included by the runtime's sources; nothing of it is used in a browser.
