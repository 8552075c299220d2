package io.duetime.server.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.vertx.core.http.impl.HttpUtils;
import io.vertx.core.http.impl.headers.Http1xHeaders;
import java.util.List;

/**
 * Decodes requests into what Vert.x expects. Bounds the number of headers and trailers, since each
 * takes far more memory than its bytes, and knows whether a header is unfinished. Used by one event
 * loop; other threads may look.
 */
public final class HeadDecoder extends HttpRequestDecoder {
  /** The most bytes of a request line. */
  private static final int MAX_LINE_BYTES = 8 << 10;

  /** The most bytes of all headers of a request. */
  private static final int MAX_HEADER_BYTES = 16 << 10;

  /** The most headers of a request. */
  private static final int MAX_HEADERS = 100;

  /** About what the largest unfinished header takes in memory, with its connection. */
  static final int MAX_MEMORY_BYTES = 64 << 10;

  private boolean isWithinBody;
  private volatile boolean isWithinHead;
  private volatile int heads;

  /** Creates the decoder of one connection. */
  public HeadDecoder() {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(MAX_LINE_BYTES)
            .setMaxHeaderSize(MAX_HEADER_BYTES)
            .setHeadersFactory(new BoundedHeaders())
            .setTrailersFactory(new BoundedHeaders()));
  }

  private static final class BoundedHeaders implements HttpHeadersFactory {
    @Override
    public HttpHeaders newHeaders() {
      int[] count = new int[1];
      return Http1xHeaders.httpHeaders((name, value) -> {
        if (++count[0] > MAX_HEADERS) {
          throw new TooLongHttpHeaderException("more than " + MAX_HEADERS + " headers");
        }
        HttpUtils.validateHeader(name, value);
      });
    }

    @Override
    public HttpHeaders newEmptyHeaders() {
      return newHeaders();
    }
  }

  /** Whether some of a request has arrived, and not all of its headers. */
  boolean isWithinHead() {
    return isWithinHead;
  }

  /** The number of requests that have begun. */
  int heads() {
    return heads;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    if (!isWithinBody && !isWithinHead) {
      beginHead();
    }
    super.channelRead(context, message);
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws Exception {
    int before = out.size();
    super.decode(context, in, out);
    for (Object decoded : out.subList(before, out.size())) {
      if (decoded instanceof HttpRequest) {
        isWithinHead = false;
        isWithinBody = true;
      }
      if (decoded instanceof LastHttpContent) {
        isWithinBody = false;
        if (in.isReadable()) {
          beginHead();
        }
      }
    }
  }

  // One event loop writes it.
  @SuppressWarnings("NonAtomicVolatileUpdate")
  private void beginHead() {
    heads++;
    isWithinHead = true;
  }
}
