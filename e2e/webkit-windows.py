"""WebKitGTK in windows of its own, which the driver's browser does not open for a page.

Reads commands as JSON, one a line, and answers each with one line:
  {"do": "open", "url": …}               a window; answers its number
  {"do": "run", "window": …, "body": …}  the body of an async function; answers what it returns
  {"do": "count"}                        how many windows there are, with the ones that pages opened
"""

import json
import sys
import threading

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2

# What Safari has and WebKitGTK leaves off.
FEATURES = ("StorageAPIEnabled", "FileSystemEnabled", "FileSystemWritableStreamEnabled", "AccessHandleEnabled")

views = []
context = WebKit2.WebContext.new_with_website_data_manager(
    WebKit2.WebsiteDataManager(base_data_directory=sys.argv[1], base_cache_directory=sys.argv[1])
)


def settings():
    made = WebKit2.Settings()
    # The presses of a test come from scripts.
    made.set_javascript_can_open_windows_automatically(True)
    made.set_enable_write_console_messages_to_stdout(False)
    features = WebKit2.Settings.get_all_features()
    for at in range(features.get_length()):
        feature = features.get(at)
        if feature.get_identifier() in FEATURES:
            made.set_feature_enabled(feature, True)
    return made


def show(view):
    view.set_settings(settings())
    view.connect("create", lambda opener, _: show(WebKit2.WebView.new_with_related_view(opener)))
    view.connect("close", close)
    window = Gtk.Window()
    window.set_default_size(1000, 800)
    window.add(view)
    window.show_all()
    views.append(view)
    return view


def close(view):
    view.get_toplevel().destroy()
    views[views.index(view)] = None


def answer(value):
    print(json.dumps(value), flush=True)


def ran(view, result):
    try:
        value = view.call_async_javascript_function_finish(result)
        answer({"value": json.loads(value.to_json(0) or "null")})
    except GLib.Error as error:
        answer({"error": error.message})


def take(command):
    if command["do"] == "open":
        show(WebKit2.WebView.new_with_context(context)).load_uri(command["url"])
        answer({"value": len(views) - 1})
    elif command["do"] == "count":
        answer({"value": len(views)})
    else:
        view = views[command["window"]]
        if view is None:
            answer({"error": "The window was closed."})
        else:
            view.call_async_javascript_function(command["body"], -1, None, None, None, None, ran)
    return False


def read():
    for line in sys.stdin:
        GLib.idle_add(take, json.loads(line))
    GLib.idle_add(Gtk.main_quit)


threading.Thread(target=read, daemon=True).start()
Gtk.main()
