/** Implements the engine by calls to a server. */
@org.jspecify.annotations.NullMarked
package io.duetime.client.internal.engine;
