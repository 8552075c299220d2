/** The contract suite and the failures of HTTP, against a server in this JVM. */
package io.duetime.client;
