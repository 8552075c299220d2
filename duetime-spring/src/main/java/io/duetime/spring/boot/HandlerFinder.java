package io.duetime.spring.boot;

import io.duetime.Codec;
import io.duetime.Handler;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.Schedule;
import io.duetime.TickRules;
import io.duetime.settings.DurationReader;
import io.duetime.spring.DuetimeListener;
import io.duetime.spring.DuetimeRecurring;
import io.duetime.spring.JobHandler;
import io.duetime.spring.MisconfiguredException;
import io.duetime.spring.PayloadCodecs;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.SpringProxy;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanExpressionContext;
import org.springframework.beans.factory.config.BeanExpressionResolver;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;

/**
 * Finds the handlers among the beans of an application, also lazy ones, and checks them. Bean
 * classes are looked at, beans are only made when a job needs them.
 */
record HandlerFinder(ConfigurableListableBeanFactory beans, PayloadCodecs codecs) {
  /**
   * The handler of one queue, ready to run.
   *
   * @param queue the queue
   * @param codec decodes its payloads
   * @param handler runs its jobs
   * @param settings what the annotation says
   * @param ticks when a recurring handler runs; null for others
   * @param origin names bean and method, for messages
   */
  record QueueHandler(
      String queue,
      Codec<?> codec,
      Handler<?> handler,
      DuetimeProperties.Queue settings,
      @Nullable Ticks ticks,
      String origin) {}

  /** When a recurring handler runs. */
  record Ticks(Schedule schedule, TickRules rules) {}

  /**
   * Returns one handler per queue.
   *
   * @throws MisconfiguredException if a handler cannot work, or two have the same queue
   */
  Map<String, QueueHandler> find() {
    Map<String, QueueHandler> byQueue = new LinkedHashMap<>();
    for (QueueHandler handler : all()) {
      QueueHandler other = byQueue.putIfAbsent(handler.queue(), handler);
      if (other != null) {
        throw new MisconfiguredException(
            "Queue '%s' has two handlers: %s and %s."
                .formatted(handler.queue(), other.origin(), handler.origin()),
            "Give each handler a queue of its own, or remove one of them. Each job goes to one"
                + " handler.");
      }
    }
    return byQueue;
  }

  private List<QueueHandler> all() {
    List<QueueHandler> found = new ArrayList<>();
    for (String name : beans.getBeanNamesForType(Object.class, true, false)) {
      if (!ScopedProxyUtils.isScopedTarget(name)) {
        Class<?> type = AutoProxyUtils.determineTargetClass(beans, name);
        if (type != null) {
          addMethods(found, name, ClassUtils.getUserClass(type));
        }
      }
    }
    for (String name : beans.getBeanNamesForType(JobHandler.class, true, false)) {
      found.add(ofBean(name));
    }
    return found;
  }

  private void addMethods(List<QueueHandler> found, String name, Class<?> type) {
    annotated(type, DuetimeListener.class)
        .forEach((method, listener) ->
            found.add(named(type, method, () -> listener(name, type, method, listener))));
    annotated(type, DuetimeRecurring.class)
        .forEach((method, recurring) ->
            found.add(named(type, method, () -> recurring(name, type, method, recurring))));
  }

  private static <A extends Annotation> Map<Method, A> annotated(
      Class<?> type, Class<A> annotation) {
    if (isSprings(type) || !AnnotationUtils.isCandidateClass(type, annotation)) {
      return Map.of();
    }
    return MethodIntrospector.selectMethods(
        type,
        (MethodIntrospector.MetadataLookup<A>)
            method -> AnnotatedElementUtils.findMergedAnnotation(method, annotation));
  }

  /**
   * Whether a class is one of Spring's own, whose methods it does not search for listeners either:
   * to list the methods of a class loads every class that they name.
   */
  private static boolean isSprings(Class<?> type) {
    return type.getName().startsWith("org.springframework.")
        && !AnnotatedElementUtils.isAnnotated(type, Component.class);
  }

  /** Reads a method; a value that is not allowed is told with it. */
  private static QueueHandler named(Class<?> type, Method method, Supplier<QueueHandler> reading) {
    refuseAsync(type, method);
    try {
      return reading.get();
    } catch (InvalidRequestException invalid) {
      throw new MisconfiguredException(
          HandlerSignature.describe(method) + ": " + invalid.getMessage() + ".",
          "Correct the value in its annotation, or the property that this names.");
    }
  }

  private QueueHandler listener(
      String name, Class<?> type, Method method, DuetimeListener listener) {
    HandlerSignature signature = HandlerSignature.ofListener(method, type);
    return new QueueHandler(
        Limits.queue(text(listener.queue())),
        codecs.of(signature.payload()),
        signature.calling(() -> beans.getBean(name), invocable(method, name)),
        settings(listener),
        null,
        HandlerSignature.describe(method));
  }

  private static void refuseAsync(Class<?> type, Method method) {
    if (AnnotatedElementUtils.hasAnnotation(method, Async.class)
        || AnnotatedElementUtils.hasAnnotation(type, Async.class)) {
      throw new MisconfiguredException(
          HandlerSignature.describe(method)
              + " is asynchronous: each job would be acknowledged before its work has begun, and"
              + " lost if that fails.",
          "Remove @Async; jobs run on threads of their own, concurrently where the annotation has"
              + " a concurrency.");
    }
  }

  private QueueHandler recurring(
      String name, Class<?> type, Method method, DuetimeRecurring recurring) {
    HandlerSignature signature = HandlerSignature.ofRecurring(method, type);
    return new QueueHandler(
        Limits.queue("name", text(recurring.name())),
        Codec.bytes(),
        signature.calling(() -> beans.getBean(name), invocable(method, name)),
        DuetimeProperties.Queue.NONE,
        new Ticks(
            schedule(recurring, method),
            TickRules.of(recurring.missed()).withOverlap(recurring.overlap())),
        HandlerSignature.describe(method));
  }

  private QueueHandler ofBean(String name) {
    JobHandler<?> handler = beans.getBean(name, JobHandler.class);
    return new QueueHandler(
        Limits.queue(handler.queue()),
        codecs.of(payload(handler, name)),
        handler,
        DuetimeProperties.Queue.NONE,
        null,
        "the bean '" + name + "'");
  }

  private Type payload(JobHandler<?> handler, String name) {
    if (handler instanceof JobHandler.Typed<?> typed) {
      return typed.payload();
    }
    Class<?> type = AopUtils.getTargetClass(handler);
    ResolvableType payload = ResolvableType.forClass(type).as(JobHandler.class).getGeneric(0);
    if (payload.resolve() == null) {
      throw new MisconfiguredException(
          "The bean '" + name + "' does not say the type of its payload.",
          "Implement JobHandler<T> in a class with a type argument, or use JobHandler.of(queue,"
              + " type, handler).");
    }
    return payload.getType();
  }

  private DuetimeProperties.Queue settings(DuetimeListener listener) {
    String concurrency = textOrNull(listener.concurrency());
    return new DuetimeProperties.Queue(
        bool("autoStartup", listener.autoStartup()),
        concurrency == null
            ? null
            : DuetimeProperties.Queue.number("concurrency", concurrency, "1 to 100000"),
        time("lease", listener.lease()),
        time("maxRunTime", listener.maxRunTime()),
        bool("interruptOnCancel", listener.interruptOnCancel()),
        time("abandonAfter", listener.abandonAfter()),
        textOrNull(listener.maxAttempts()),
        textOrNull(listener.backoff()),
        textOrNull(listener.deadCopyTo()));
  }

  private @Nullable Boolean bool(String field, String value) {
    String text = textOrNull(value);
    if (text == null) {
      return null;
    }
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new InvalidRequestException(field, text, "true or false");
    };
  }

  private Schedule schedule(DuetimeRecurring recurring, Method method) {
    String cron = textOrNull(recurring.cron());
    Duration every = time("every", recurring.every());
    if ((cron == null) == (every == null)) {
      throw new MisconfiguredException(
          HandlerSignature.describe(method) + " has " + (cron == null ? "no schedule." : "two."),
          "Set either cron or every.");
    }
    return cron == null ? Schedule.every(every) : Schedule.cron(cron, zone(recurring, method));
  }

  private ZoneId zone(DuetimeRecurring recurring, Method method) {
    String zone = text(recurring.zone());
    try {
      return ZoneId.of(zone);
    } catch (DateTimeException unknown) {
      throw new MisconfiguredException(
          HandlerSignature.describe(method) + " has the unknown time zone '" + zone + "'.",
          "Use the name of a zone, such as Europe/Berlin.");
    }
  }

  private @Nullable Duration time(String field, String value) {
    String text = textOrNull(value);
    return text == null ? null : DurationReader.parse(field, text);
  }

  private @Nullable String textOrNull(String value) {
    String text = text(value);
    return text.isEmpty() ? null : text;
  }

  /** A value with its placeholders and expressions resolved, as elsewhere in Spring. */
  private String text(String value) {
    Object text = beans.resolveEmbeddedValue(value);
    BeanExpressionResolver expressions = beans.getBeanExpressionResolver();
    if (expressions != null && text != null) {
      text = expressions.evaluate(text.toString(), new BeanExpressionContext(beans, null));
    }
    return text == null ? "" : text.toString().strip();
  }

  /** Returns the method as the bean's proxy has it, if the bean is made behind one. */
  private Method invocable(Method method, String name) {
    Class<?> exposed = beans.getType(name, false);
    if (exposed == null) {
      return accessible(method);
    }
    // A proxy would run a final method itself, without the fields of its bean.
    if (SpringProxy.class.isAssignableFrom(exposed) && Modifier.isFinal(method.getModifiers())) {
      throw behindProxy(method, "is final");
    }
    try {
      return accessible(AopUtils.selectInvocableMethod(method, exposed));
    } catch (IllegalStateException hidden) {
      throw behindProxy(method, "is private, or not in an interface");
    }
  }

  private static MisconfiguredException behindProxy(Method method, String problem) {
    return new MisconfiguredException(
        "%s %s, so that the proxy that Spring makes of its bean cannot pass the call on."
            .formatted(HandlerSignature.describe(method), problem),
        "Make it a method that the proxy can pass on, as for @Transactional; in Kotlin the compiler"
            + " plugin 'spring' opens classes and functions.");
  }

  private static Method accessible(Method method) {
    method.trySetAccessible();
    return method;
  }
}
