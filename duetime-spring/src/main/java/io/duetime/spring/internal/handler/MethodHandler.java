package io.duetime.spring.internal.handler;

import io.duetime.Handler;
import io.duetime.Job;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.function.Supplier;

/** Calls a method of a bean for a job. */
final class MethodHandler implements Handler<Object> {
  private final Supplier<Object> bean;
  private final Method method;
  private final HandlerSignature signature;

  MethodHandler(Supplier<Object> bean, Method method, HandlerSignature signature) {
    this.bean = bean;
    this.method = method;
    this.signature = signature;
  }

  @Override
  public void handle(Job<Object> job) throws Exception {
    try {
      method.invoke(bean.get(), signature.arguments(job));
    } catch (InvocationTargetException thrown) {
      throw cause(thrown);
    }
  }

  private static Exception cause(InvocationTargetException thrown) {
    Throwable cause = thrown.getCause();
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof Exception exception ? exception : thrown;
  }
}
