/** Each operation of the API, by what it is about, and what it does to the engine. */
@NullMarked
package io.duetime.server.http.routes;

import org.jspecify.annotations.NullMarked;
