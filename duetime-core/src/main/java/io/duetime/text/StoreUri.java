package io.duetime.text;

/** Writes URIs of stores for people. */
public final class StoreUri {
  private StoreUri() {}

  /**
   * Leaves out the user, the password and the parameters. A password may contain any character, so
   * each part that may belong to one is left out.
   */
  public static String withoutSecrets(String uri) {
    String scheme = uri.substring(0, uri.indexOf(':') + 1);
    int at = uri.lastIndexOf('@');
    int query = uri.indexOf('?', at + 1);
    if (at >= 0 && uri.lastIndexOf('?', at) >= 0) {
      return scheme + "…";
    }
    String place = uri.substring(0, query < 0 ? uri.length() : query) + (query < 0 ? "" : "?…");
    return at < 0 ? place : scheme + "//…" + place.substring(at);
  }
}
