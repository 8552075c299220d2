/** Finds the handlers of an application, checks them, and runs their workers. */
@NullMarked
package io.duetime.spring.internal.handler;

import org.jspecify.annotations.NullMarked;
