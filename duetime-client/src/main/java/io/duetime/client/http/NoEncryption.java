package io.duetime.client.http;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the SSL context of an HTTP client that calls only {@code http:}. Loading certificates
 * and ciphers would cost more time than most calls.
 */
final class NoEncryption extends SSLContextSpi {
  private NoEncryption() {}

  static SSLContext context() {
    return new SSLContext(new NoEncryption(), null, "none") {};
  }

  /** The parameters that an HTTP client would otherwise read from the context. */
  static SSLParameters parameters() {
    return new SSLParameters(new String[0], new String[] {"TLSv1.2"});
  }

  @Override
  protected void engineInit(
      KeyManager @Nullable [] keys,
      TrustManager @Nullable [] trusted,
      @Nullable SecureRandom random)
      throws KeyManagementException {
    throw none();
  }

  @Override
  protected SSLSocketFactory engineGetSocketFactory() {
    throw none();
  }

  @Override
  protected SSLServerSocketFactory engineGetServerSocketFactory() {
    throw none();
  }

  @Override
  protected SSLEngine engineCreateSSLEngine() {
    throw none();
  }

  @Override
  protected SSLEngine engineCreateSSLEngine(String host, int port) {
    throw none();
  }

  @Override
  protected SSLSessionContext engineGetServerSessionContext() {
    throw none();
  }

  @Override
  protected SSLSessionContext engineGetClientSessionContext() {
    throw none();
  }

  private static UnsupportedOperationException none() {
    return new UnsupportedOperationException("this client calls only http:");
  }
}
