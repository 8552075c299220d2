package io.duetime.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.duetime.server.json.JsonTrees;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** An issuer of OpenID Connect, which admits everybody as the person that a test has set. */
final class TestIssuer implements AutoCloseable {
  static final String CLIENT = "duetime";

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final InstantSource time;
  private final HttpServer server;
  private final KeyPair keys = keys();
  private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();

  /** The claims about the person, in addition to those of the protocol. */
  volatile Map<String, Object> person =
      Map.of("sub", "4711", "preferred_username", "alice", "groups", List.of("ops", "staff"));

  /** Spoils the claims of an ID token. */
  volatile Consumer<Map<String, Object>> spoil = claims -> {};

  /** Spoils the ID token itself. */
  volatile UnaryOperator<String> forge = token -> token;

  TestIssuer(InstantSource time) {
    this.time = time;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
    server.createContext("/.well-known/openid-configuration", this::discovery);
    server.createContext("/keys", this::keySet);
    server.createContext("/authorize", this::authorize);
    server.createContext("/token", this::token);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private static KeyPair keys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private void discovery(HttpExchange call) throws IOException {
    json(
        call,
        200,
        Map.of(
            "issuer", url(),
            "authorization_endpoint", url() + "/authorize",
            "token_endpoint", url() + "/token",
            "jwks_uri", url() + "/keys"));
  }

  private void keySet(HttpExchange call) throws IOException {
    RSAPublicKey key = (RSAPublicKey) keys.getPublic();
    json(
        call,
        200,
        Map.of(
            "keys",
            List.of(
                Map.of(
                    "kty", "RSA",
                    "use", "sig",
                    "alg", "RS256",
                    "kid", "k1",
                    "n", number(key.getModulus()),
                    "e", number(key.getPublicExponent())))));
  }

  private static String number(BigInteger value) {
    byte[] bytes = value.toByteArray();
    return BASE64.encodeToString(
        bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
  }

  private void authorize(HttpExchange call) throws IOException {
    Map<String, String> asked = form(call.getRequestURI().getRawQuery());
    String code = "code-" + numbers.incrementAndGet();
    codes.put(code, asked);
    call.getResponseHeaders()
        .add(
            "Location",
            asked.get("redirect_uri")
                + "?code="
                + code
                + "&state="
                + asked.get("state")
                + "&session_state=x");
    call.sendResponseHeaders(302, -1);
    call.close();
  }

  private void token(HttpExchange call) throws IOException {
    Map<String, String> form =
        form(new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    Map<String, String> asked = codes.remove(form.getOrDefault("code", ""));
    if (asked == null || !isProved(asked, form)) {
      json(call, 400, Map.of("error", "invalid_grant"));
      return;
    }
    long now = time.instant().getEpochSecond();
    Map<String, Object> claims = new LinkedHashMap<>(person);
    claims.put("iss", url());
    claims.put("aud", CLIENT);
    claims.put("nonce", asked.get("nonce"));
    claims.put("iat", now);
    claims.put("exp", now + 300);
    spoil.accept(claims);
    json(
        call,
        200,
        Map.of(
            "access_token", "opaque",
            "token_type", "Bearer",
            "id_token", forge.apply(signed(Map.of("alg", "RS256", "kid", "k1"), claims))));
  }

  private static boolean isProved(Map<String, String> asked, Map<String, String> form) {
    return CLIENT.equals(form.get("client_id"))
        && asked.get("redirect_uri").equals(form.get("redirect_uri"))
        && "S256".equals(asked.get("code_challenge_method"))
        && asked.get("code_challenge").equals(sha256(form.getOrDefault("code_verifier", "")));
  }

  private static String sha256(String text) {
    try {
      return BASE64.encodeToString(
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private String signed(Map<String, Object> header, Map<String, Object> claims) {
    String text = part(header) + "." + part(claims);
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(keys.getPrivate());
      signature.update(text.getBytes(StandardCharsets.US_ASCII));
      return text + "." + BASE64.encodeToString(signature.sign());
    } catch (GeneralSecurityException impossible) {
      throw new AssertionError(impossible);
    }
  }

  static String part(Map<String, Object> json) {
    return BASE64.encodeToString(JsonTrees.MAPPER.writeValueAsBytes(json));
  }

  private static Map<String, String> form(String text) {
    Map<String, String> values = new HashMap<>();
    for (String pair : text.split("&", -1)) {
      String[] parts = pair.split("=", 2);
      values.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return values;
  }

  private static void json(HttpExchange call, int status, Map<String, Object> body)
      throws IOException {
    byte[] bytes = JsonTrees.MAPPER.writeValueAsBytes(body);
    call.getResponseHeaders().add("Content-Type", "application/json");
    call.sendResponseHeaders(status, bytes.length);
    call.getResponseBody().write(bytes);
    call.close();
  }

  /** The path of an address, with its query. */
  static String pathOf(String address) {
    URI uri = URI.create(address);
    return uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
