/** The contract suite and the failures of HTTP, against a server in this JVM. */
@NullMarked
package io.duetime.client;

import org.jspecify.annotations.NullMarked;
