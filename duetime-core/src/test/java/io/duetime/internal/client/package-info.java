/** Simulations of the client and the worker runtime, on one thread in virtual time. */
@NullMarked
package io.duetime.internal.client;

import org.jspecify.annotations.NullMarked;
